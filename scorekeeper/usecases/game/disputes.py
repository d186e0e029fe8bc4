"""What a side says of a hand that another phone recorded: kept beside the game, which stays as it is."""

from typing import cast
from uuid import UUID

from scorekeeper.rules.errors import BadFormat
from scorekeeper.storage.db import writing
from scorekeeper.storage.models import ANSWER_FORM, remember_form
from scorekeeper.usecases.errors import Conflict, Submission, ValidationFailed
from scorekeeper.usecases.game import agreeing
from scorekeeper.usecases.game.change import HandField, said_since
from scorekeeper.usecases.game.corrections import Correction, correct_hand
from scorekeeper.usecases.game_state import read_game


def disagree(club_id: int, game_uid: UUID, submission: Submission, shown: str, correction: Correction) -> None:
    """Keep what the side of this phone says of the hand that its page has `shown`; the game stays.

    Raises as `correct_hand`; ValidationFailed if the hand is recorded so, Conflict if the side or the hand is another.
    """
    with writing(club_id) as session:
        state = read_game(club_id, game_uid)
        if not remember_form(session, ANSWER_FORM, submission.id, game_id=state.game.id):
            return
        place = agreeing.place_of(state, submission.watches_for, shown)
        if not place:
            raise Conflict(said_since(session, state, submission.version))
        hand = correct_hand(state, place, correction)
        facts = [cast(HandField, field)["facts"] for field in hand.values()]
        if not facts or not agreeing.disagree(session, state, place, submission.watches_for, *facts):
            raise ValidationFailed([BadFormat("", "That is how it was recorded. Change what was not so.")])
