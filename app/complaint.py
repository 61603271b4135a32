"""What is wrong with how the program was asked, in one sentence for whoever asked."""


class Complaint(Exception):
    """What was asked for cannot be done; the text is one sentence."""
