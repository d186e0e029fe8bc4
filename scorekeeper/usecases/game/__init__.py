"""What people do with one game: start it, record and correct hands, change its settings, read it."""
