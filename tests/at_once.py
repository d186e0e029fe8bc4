"""What happens where several do something at the same moment."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import TypeVar

from .patience import PATIENCE

ResultT = TypeVar("ResultT")


def at_once(*calls: Callable[[], ResultT]) -> list[ResultT]:
    """Makes all calls at the same moment, each on its own thread; what one raises is raised here."""
    gate, results, faults = Barrier(len(calls)), list[ResultT](), list[BaseException]()

    def run(call: Callable[[], ResultT]) -> None:
        try:
            gate.wait(PATIENCE)
            results.append(call())
        except BaseException as fault:
            faults.append(fault)

    threads = [Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    return results
