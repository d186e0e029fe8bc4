"""How far properties are searched: HYPOTHESIS_PROFILE is `usual`, `quick` as in `make quick`, `thorough` as in `make
torture`, or `search`."""

import os
from typing import Any

from hypothesis import HealthCheck, settings

MANY = 100
# The same examples in every run, so that a build fails for its change alone; a search draws new ones. What examples
# share is a club, in which each has a game of its own.
SETTINGS: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.function_scoped_fixture]}
settings.register_profile("usual", max_examples=MANY // 3, derandomize=True, **SETTINGS)
settings.register_profile("thorough", max_examples=MANY, derandomize=True, **SETTINGS)
settings.register_profile("quick", max_examples=10, derandomize=True, **SETTINGS)
settings.register_profile("search", max_examples=30 * MANY, **SETTINGS)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))


def examples(thorough: int) -> settings:
    """Settings for a property that is worth so many examples: a third in a usual run, ten in a quick one, more in a
    search."""
    return settings(max_examples=max(min(thorough, 10), thorough * settings().max_examples // MANY))
