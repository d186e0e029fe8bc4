"""How long a test waits for a process or a server to do what it will do: it costs nothing when all is well."""

PATIENCE = 300  # seconds; at a thirtieth of a core a server takes twenty to start
