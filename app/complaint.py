"""What is wrong with a request on the command line, in one sentence."""


class Complaint(Exception):
    """What was asked for cannot be done; the text is one sentence for whoever asked."""
