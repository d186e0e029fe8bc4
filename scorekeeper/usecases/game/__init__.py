"""What people do to one game: start it, record hands, correct them, set it right, read it."""
