"""x"""


def arguments(parser):
    pass


def run(options):
    return 0
