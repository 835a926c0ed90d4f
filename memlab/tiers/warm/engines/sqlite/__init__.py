"""SQLite: one file, its threads and processes, and what is written in its own way."""
