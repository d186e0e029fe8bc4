"""The measured rounds: the floor and the score keeper in turn, in one run."""

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .load import Figures, Request, ask, load
from .server import Server
from .table import Game, Phone
from .watch import poll_of

ROUNDS = 3
GAMES, HANDS = 60, 4  # that many games are played on by that many hands in each round
LOOKS, HELLOS, INSERTS = 400, 3000, 1500
WARM_UP = 40
EVENING = 12

Round = dict[str, Figures]


@dataclass
class Bench:
    """Both servers, a phone, and the games it plays."""

    keeper: Server
    floor: Server
    phone: Phone
    games: Sequence[Game]
    bid_due: Game
    hand_due: Game
    inserts: int = 0
    poll: str = ""

    @classmethod
    def prepared(cls, keeper: Server, floor: Server) -> "Bench":
        """Warm servers, games to play, and two with an evening's hands: one waits for a bid, one for a hand."""
        phone = Phone(keeper)
        bench = cls(keeper, floor, phone, [Game() for _ in range(GAMES)], Game(), Game())
        for game in bench.all_games:
            ask(keeper, phone.start(game))
        for game in (bench.bid_due, bench.hand_due):
            while game.hands < EVENING:
                ask(keeper, phone.bid(game))
                ask(keeper, phone.hand(game))
        ask(keeper, phone.bid(bench.hand_due))
        bench.poll = poll_of(keeper, phone, bench.hand_due)
        for requests in bench.looks().values():
            load(keeper, requests[:WARM_UP])
        return bench

    @property
    def all_games(self) -> list[Game]:
        return [*self.games, self.bid_due, self.hand_due]

    def looks(self) -> Mapping[str, Sequence[Request]]:
        """The pages that are only looked at."""
        return {
            "home page": [self.phone.look("/", "In progress", "Ann &amp; Cal", "</html>")] * LOOKS,
            "scoreboard, bid due": [self.phone.scoreboard(self.bid_due)] * LOOKS,
            "scoreboard, hand due": [self.phone.scoreboard(self.hand_due)] * LOOKS,
            "poll, unchanged": [Request("GET", self.poll, status=204)] * HELLOS,
            "poll, changed": [Request("GET", self.poll.rpartition("-")[0], words=("data-poll",))] * LOOKS,
            "keeper's, unchanged": [self.phone.poll(self.hand_due, 0)] * LOOKS,
            "keeper's, changed": [self.phone.poll(self.hand_due, 1)] * LOOKS,
        }

    def scoreboards(self) -> list[Request]:
        """Both pages that show an evening's hands."""
        return [self.phone.scoreboard(game) for game in (self.bid_due, self.hand_due)]

    def round(self) -> Round:
        """One round of everything."""
        hello = load(self.floor, [Request("GET", "/hello", words=("hello",))] * HELLOS)
        insert = load(self.floor, [Request("POST", "/insert", words=("stored",))] * INSERTS)
        self.inserts += INSERTS
        looks = {name: load(self.keeper, requests) for name, requests in self.looks().items()}
        bids, hands = Figures(0, 0, 0), Figures(0, 0, 0)
        for _ in range(HANDS):
            bids += load(self.keeper, [self.phone.bid(game) for game in self.games])
            hands += load(self.keeper, [self.phone.hand(game) for game in self.games])
        return {"hello": hello, "INSERT + COMMIT": insert, **looks, "record bid": bids, "record hand": hands}

    def check_games(self) -> None:
        """Every game stands as the hands sent make it stand; raises WrongAnswer."""
        for game in self.all_games:
            ask(self.keeper, self.phone.scoreboard(game))


def medians(rounds: Sequence[Round], figure: Callable[[Figures], float]) -> dict[str, float]:
    """This figure of each measure, the median of all rounds."""
    return {name: statistics.median(figure(each[name]) for each in rounds) for name in rounds[0]}
