"""People whom no layout likes, wherever a walk needs some: names that are long, nearly alike, or one word."""

PEOPLE = ("Charlotte", "Thomas A.", "Christopher", "Thomas B.", "Grandma Hildegard", "Wilhelmina-Feathersby")
FOUR = A, B, C, D = PEOPLE[:4]
AC = f"{A} & {C}"
EVE = PEOPLE[4]
"""Who sits down for one of the four."""
TABLES = {
    "nearly alike": FOUR,
    "two grandmas": ("Grandma Jean", "Wilhelmina Feathersby", "Grandma Joan", "Jo"),
    "one word each": ("Ann" + "a" * 37, "Ann" + "e" * 37, "Ann" + "o" * 37, "Li"),
}
"""Tables of four: partners who begin alike, a name of fifteen letters and more, words of forty."""
