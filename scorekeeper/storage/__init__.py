"""What is kept: the models, the questions asked of them, and how the database is brought up to date."""
