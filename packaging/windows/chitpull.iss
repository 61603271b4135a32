; Installer for Windows, made by Inno Setup 6:
;   iscc /DVersion=NUMBER /DSource=dist\chitpull /O=dist packaging\windows\chitpull.iss
; It installs for the player alone, without an administrator, unless he asks for all users.

#ifndef Version
  #error Give the version: /DVersion=NUMBER
#endif
#ifndef Source
  #define Source "..\..\dist\chitpull"
#endif

[Setup]
AppId={{6C1B4F0E-8F5D-4E0B-9B51-3E2B7C0F4A11}
AppName=Chitpull
AppVersion={#Version}
AppPublisher=The Chitpull authors
VersionInfoVersion={#Version}
DefaultDirName={autopf}\Chitpull
DefaultGroupName=Chitpull
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
Compression=lzma2/max
SolidCompression=yes
LicenseFile=..\..\LICENSE
OutputBaseFilename=Chitpull-{#Version}-windows-setup
SetupIconFile=..\icons\chitpull.ico
UninstallDisplayIcon={app}\chitpull.exe
UninstallDisplayName=Chitpull
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"
Name: "fr"; MessagesFile: "compiler:Languages\French.isl"

[Tasks]
Name: "desktop"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked
Name: "open"; Description: "{cm:AssocFileExtension,Chitpull,.chitpull}"; GroupDescription: "{cm:AdditionalIcons}"

[Files]
Source: "{#Source}\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs
Source: "..\icons\chitpull-game.ico"; DestDir: "{app}"; Flags: ignoreversion

[InstallDelete]
; an older version's files would be loaded beside the new ones
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{group}\Chitpull"; Filename: "{app}\chitpull.exe"
Name: "{group}\{cm:UninstallProgram,Chitpull}"; Filename: "{uninstallexe}"
Name: "{autodesktop}\Chitpull"; Filename: "{app}\chitpull.exe"; Tasks: desktop

[Registry]
Root: HKA; Subkey: "Software\Classes\.chitpull"; ValueType: string; ValueData: "Chitpull.Game"; Flags: uninsdeletevalue; Tasks: open
Root: HKA; Subkey: "Software\Classes\Chitpull.Game"; ValueType: string; ValueData: "Chitpull game"; Flags: uninsdeletekey; Tasks: open
Root: HKA; Subkey: "Software\Classes\Chitpull.Game\DefaultIcon"; ValueType: string; ValueData: "{app}\chitpull-game.ico"; Tasks: open
Root: HKA; Subkey: "Software\Classes\Chitpull.Game\shell\open\command"; ValueType: string; ValueData: """{app}\chitpull.exe"" ""%1"""; Tasks: open
Root: HKA; Subkey: "Software\Classes\.chitpull-module"; ValueType: string; ValueData: "Chitpull.Module"; Flags: uninsdeletevalue; Tasks: open
Root: HKA; Subkey: "Software\Classes\Chitpull.Module"; ValueType: string; ValueData: "Chitpull module"; Flags: uninsdeletekey; Tasks: open
Root: HKA; Subkey: "Software\Classes\Chitpull.Module\DefaultIcon"; ValueType: string; ValueData: "{app}\chitpull-game.ico"; Tasks: open
Root: HKA; Subkey: "Software\Classes\Chitpull.Module\shell\open\command"; ValueType: string; ValueData: """{app}\chitpull.exe"" ""%1"""; Tasks: open
; links to games between computers
Root: HKA; Subkey: "Software\Classes\chitpull"; ValueType: string; ValueData: "URL:Chitpull game"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\chitpull"; ValueType: string; ValueName: "URL Protocol"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\chitpull\shell\open\command"; ValueType: string; ValueData: """{app}\chitpull.exe"" ""%1"""

[Run]
Filename: "{app}\chitpull.exe"; Description: "{cm:LaunchProgram,Chitpull}"; Flags: nowait postinstall skipifsilent

; The player's games and preferences stay where they are when the program is uninstalled.
