"""memlab on the command line."""
