"""One module for each kind of export: which records are its own, and what messages they hold."""
