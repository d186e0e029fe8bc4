"""Names that a club knows, and the lines of a sheet that name them."""

NAMES = ("O'Neil", "Zoë", "Anne-Marie", "Łukasz", "Jørgen Æbelø", "Đorđe", "Weiß", "Ann", "ANN", "عَلِي")

LINES = [  # as they are copied from a message, a document, a spreadsheet
    ("1. Ann", "Ann", ["1."]),
    ("2) Bob", "Bob", ["2)"]),
    ("(3) Cal", "Cal", ["(3)"]),
    ("#4: Dee", "Dee", ["#4:"]),
    ("5.Eve", "Eve", ["5."]),
    ("٦. Fay", "Fay", ["٦."]),
    ("7️⃣ Gus", "Gus", ["7️⃣"]),
    ("•Hal", "Hal", ["•"]),
    ("  - Ivy", "Ivy", ["-"]),
    ("* [x] Jo", "Jo", ["* [x]"]),
    ("✅ Kim", "✅ Kim", []),
    ("Liz\t12", "Liz", ["12"]),
    ("1\tMo Lee\t340\tpaid", "Mo Lee", ["1", "340", "paid"]),
    ("8.\tNed", "Ned", ["8."]),
    ("Al-Amin", "Al-Amin", []),
    ("J. R. Ewing", "J. R. Ewing", []),
    ("3 Doors", "3 Doors", []),
    ("4711", "4711", []),
    ("1.5", "1.5", []),
]
