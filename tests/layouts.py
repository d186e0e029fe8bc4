"""Rule sets whose pages are laid out differently: by how many play, and what the sides are."""

from scorekeeper.rules.presets import PRESETS

_FIRST = {(preset.rules.players, preset.rules.sides): key for key, preset in reversed([*PRESETS.items()])}
LAYOUTS = [*_FIRST.values()]
"""The first rule set of each layout."""
