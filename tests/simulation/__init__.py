"""Simulated evenings: phones with their real scripts, a bad network and a server that dies, all from one seed."""
