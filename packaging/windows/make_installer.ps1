# Sign the programs where a certificate exists, build the installer with Inno Setup 6, sign that too.
#   ./packaging/windows/make_installer.ps1 -Source dist/chitpull -Into dist
# Secrets, both optional: WINDOWS_CERTIFICATE (a .pfx, base64), WINDOWS_CERTIFICATE_PASSWORD.
param([string]$Source = "dist/chitpull", [string]$Into = "dist")
$ErrorActionPreference = "Stop"
$here = Split-Path -Parent $MyInvocation.MyCommand.Path
$version = python -c "import sys; sys.path.insert(0, r'$here/..'); import contents; print(contents.number())"
if ($LASTEXITCODE) { throw "The version cannot be read." }

function Find-Program([string]$Name, [string[]]$Places) {
    $found = Get-Command $Name -ErrorAction SilentlyContinue
    if ($found) { return $found.Source }
    foreach ($place in $Places) {
        $file = Get-ChildItem $place -ErrorAction SilentlyContinue | Select-Object -Last 1
        if ($file) { return $file.FullName }
    }
    throw "$Name is not installed; Inno Setup 6 is at https://jrsoftware.org, signtool comes with the Windows SDK."
}

$certificate = $null
function Protect-File([string]$Path) {
    if (-not $certificate) { return }
    $signtool = Find-Program "signtool.exe" @("${env:ProgramFiles(x86)}\Windows Kits\10\bin\*\x64\signtool.exe")
    & $signtool sign /f $certificate /p $env:WINDOWS_CERTIFICATE_PASSWORD /fd SHA256 /td SHA256 /tr http://timestamp.digicert.com $Path
    if ($LASTEXITCODE) { throw "$Path cannot be signed." }
}

try {
    if ($env:WINDOWS_CERTIFICATE) {
        $certificate = Join-Path ([IO.Path]::GetTempPath()) "$([guid]::NewGuid()).pfx"
        [IO.File]::WriteAllBytes($certificate, [Convert]::FromBase64String($env:WINDOWS_CERTIFICATE))
    }
    Get-ChildItem $Source -Filter *.exe | ForEach-Object { Protect-File $_.FullName }
    $iscc = Find-Program "iscc.exe" @("${env:ProgramFiles(x86)}\Inno Setup 6\ISCC.exe", "$env:ProgramFiles\Inno Setup 6\ISCC.exe")
    & $iscc "/DVersion=$version" "/DSource=$((Resolve-Path $Source).Path)" "/O$((Resolve-Path $Into).Path)" "$here\chitpull.iss"
    if ($LASTEXITCODE) { throw "Inno Setup did not build the installer." }
    $setup = Join-Path $Into "Chitpull-$version-windows-setup.exe"
    Protect-File $setup
    if ($certificate) { Write-Output "signed: $setup" }
    else { Write-Output "unsigned: $setup (no WINDOWS_CERTIFICATE; README.md tells players how to open it)" }
}
finally {
    if ($certificate) { Remove-Item $certificate }
}
