"""Sheets with penalties and adjustments: in columns, in rows and on lines of their own."""

from .case import Case

BOTH = "Bidder,Bid,Us,Them,Us total,Them total\n"
ALL = "Bidder,Bid,Us,Them,Us penalty,Them penalty,Us total,Them total\n"
NOTED = [
    # Points, penalties and running totals in one sheet: both are checked (sheets.md)
    Case("a total with its penalty", ALL + "Us,100,105,15,,40,105,-25\nThem,90,40,-90,,,145,-115",
         "right; right", (145, -115)),
    Case("points and a total with their penalty", ALL + "Us,100,105,-25,,40,105,-25\nThem,90,40,-90,,,145,-115",
         "right; right", (145, -115)),
    Case("a total without the penalty of its row", ALL + "Us,100,105,15,,,105,15\nThem,90,40,-90,,40,145,-75",
         "right; wrong Them total -115", (145, -115)),
    Case("points of another hand, and a total with its penalty", ALL + "Us,100,100,15,,40,105,-25",
         "wrong Us 105", (105, -25)),
    Case("a total with its count of fouls", ALL.replace("penalty", "fouls") + "Us,100,105,15,,1,105,-25",
         "right", (105, -25), said="“Them fouls” was read as counts"),
    Case("a total with the words after the row",
         BOTH + "Us,100,105,15,105,-25,Them -40 penalty\nThem,90,40,-90,145,-115",
         "right; right", (145, -115)),
    Case("a total with its penalty, after an arrow",
         "Bidder,Bid,Us,Them,Us penalty,Them penalty\nUs,100,105→105,15→-25,,40\nThem,90,40→145,-90→-115",
         "right; right", (145, -115)),
    Case("a total with the penalty below it", BOTH + "Us,100,105,15,105,-25\nThem -40 penalty\nThem,90,40,-90,145,-115",
         "right; right", (145, -115), said="lines of their own were read as already in the totals above them."),
    Case("a total before the penalty below it",
         BOTH + "Us,100,105,15,105,15\nThem -40 penalty\nThem,90,40,-90,145,-115",
         "right; right", (145, -115), said="lines of their own were read as on top of the numbers above them."),
    Case("a total without the penalty above it",
         BOTH + "Us,100,105,15,105,15\nThem -40 penalty\nThem,90,40,-90,145,-75",
         "right; wrong Them total -115", (145, -115)),
    Case("a total with the adjustment below it",
         BOTH + "Us,100,105,15,105,-5\nAdjustment,,,-20\nThem,90,40,-90,145,-95",
         "right; right", (145, -95)),
    Case("a total with its penalty, where fouls cost nothing",
         ALL + "Us,150,160,40,,40,160,0\nThem,150,20,180,,,180,180",
         "right; right", (180, 180), rules="princeton"),
    Case("a missing hand before a total with its penalty",
         "Hand," + ALL + "1,Us,100,105,15,,,105,15\n3,Us,120,120,0,,40,265,-115",
         "right; right", (265, -115), verdict="wrong", said="Hand 2 is missing: it brought Us 40, Them −90."),
]  # fmt: skip
