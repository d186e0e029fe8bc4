"""What phones recorded apart, without the server or from each other."""
