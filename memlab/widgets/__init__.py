"""widgets: being built."""
