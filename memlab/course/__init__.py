"""course: being built."""
