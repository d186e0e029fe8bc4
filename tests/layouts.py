"""Rule sets whose pages are laid out differently: by how many play, and what the sides are."""

from scorekeeper.rules.presets import PRESETS

_FIRST = {(preset.rules.players, preset.rules.sides): key for key, preset in reversed([*PRESETS.items()])}
LAYOUTS = [*_FIRST.values()]
"""The first rule set of each layout."""
ONCE = ["original", "call-partner", "six-handed"]
"""The usual one, the one that asks most, and the one with most players: what `make test` looks at."""
