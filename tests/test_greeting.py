"""What `rook-scorekeeper serve` says at its start: where phones find it, and who can."""

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli.serve import addresses, by_likelihood, greet, interfaces, own_addresses, qr_code
from scorekeeper.settings import Settings

from .patience import PATIENCE
from .server_process import SERVE, ServerProcess, environment, free_port

# A network namespace with nothing in it but this machine, which is the hotspot of a network of its own.
NAMESPACE = ("unshare", "--map-root-user", "--net", "--")
HOTSPOT = """
set -e
ip link set lo up
ip link add hotspot type bridge
ip address add 192.168.43.1/24 dev hotspot
ip link set hotspot up
"""


def settings_in(folder: Path, **more: Any) -> Settings:
    folder.mkdir(exist_ok=True)
    return Settings(instance=folder, port=8123, **more)


def test_serve_greets_with_address_code_reach_and_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    greet(settings_in(tmp_path), ["192.168.1.20"])
    output = capsys.readouterr().out
    assert "http://192.168.1.20:8123/" in output
    assert "http://localhost:8123/" in output
    assert qr_code("http://192.168.1.20:8123/") in output
    assert "Anyone on the same network can see and change every game." in output
    assert str(tmp_path) in output
    assert "changed" not in output


def test_a_pin_is_said_in_the_greeting(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    greet(settings_in(tmp_path, pin="4711"), ["192.168.1.20"])
    output = capsys.readouterr().out
    assert "can see every game, and change one after entering the PIN" in output
    assert "4711" not in output


def test_at_home_a_name_of_its_own_is_told_of_hosted_mode(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    greet(settings_in(tmp_path), ["192.168.1.20"])
    assert "SCOREKEEPER_HOSTED" not in capsys.readouterr().out
    greet(replace(settings_in(tmp_path), hosts=("rook.example",)), ["192.168.1.20"])
    assert "A PIN guards changes, but anyone can look: set SCOREKEEPER_HOSTED=1" in capsys.readouterr().out


def test_a_hosted_server_says_that_no_pin_is_asked_and_gives_the_link_of_homes_club(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hosted = replace(settings_in(tmp_path, pin="4711"), hosted=True, hosts=("rook.example",), proxies=1)
    greet(hosted, ["192.168.1.20"], "k" * 26)
    output = capsys.readouterr().out
    assert "SCOREKEEPER_PIN isn't used here" in output
    assert f"Keeper link of your club from home: https://rook.example/enter/{'k' * 26}\n" in output
    assert "Anyone on the same network" not in output
    greet(hosted, ["192.168.1.20"])
    assert "Keeper link" not in capsys.readouterr().out


def test_another_network_address_is_said_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moved = (
        "from http://192.168.1.20:8123/ to http://192.168.1.33:8123/; open http://192.168.1.33:8123/ on your phones."
    )
    heard = []
    for address in ("192.168.1.20", "192.168.1.20", "192.168.1.33", "192.168.1.33"):
        greet(settings_in(tmp_path), [address])
        heard.append(moved in capsys.readouterr().out)
    assert heard == [False, False, True, False]


def test_an_address_that_is_still_among_them_has_not_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for now in (["10.42.0.1"], ["192.168.1.20", "10.42.0.1"], ["10.42.0.1"]):
        greet(settings_in(tmp_path), now)
        assert "changed" not in capsys.readouterr().out


@pytest.mark.parametrize("bind", ["localhost", "127.0.0.1", "::1"])
def test_an_address_of_this_machine_alone_has_no_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bind: str
) -> None:
    greet(settings_in(tmp_path, bind=bind), addresses(bind))
    output = capsys.readouterr().out
    assert "Only this machine can reach it." in output
    assert "same network" not in output
    assert "█" not in output


def test_a_machine_in_no_network_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    greet(settings_in(tmp_path), [])
    output = capsys.readouterr().out
    assert "This machine isn't on a network, so only it can reach the app. Connect, then start again." in output
    assert "http://localhost:8123/" in output


def test_an_ipv6_address_is_in_brackets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    greet(settings_in(tmp_path), addresses("fd00::20"))
    assert "http://[fd00::20]:8123/" in capsys.readouterr().out


def test_the_code_is_dark_and_light_blocks() -> None:
    drawn = qr_code("http://192.168.1.20:8000/")
    assert len(drawn.splitlines()) >= 12
    assert any(block in drawn for block in "▀▄█")


def test_of_several_addresses_the_first_has_the_code_and_all_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    greet(settings_in(tmp_path), ["192.168.1.20", "10.42.0.1", "100.64.0.7"])
    output = capsys.readouterr().out
    assert output.count(qr_code("http://192.168.1.20:8123/")) == 1
    for url in ("http://10.42.0.1:8123/", "http://100.64.0.7:8123/"):
        assert f"For phones on another of this machine's networks: {url}" in output
        assert qr_code(url) not in output


@pytest.mark.parametrize(
    ("interfaces", "routed", "addresses"),
    [
        ({"lo": "127.0.0.1"}, "", []),
        ({"lo": "127.0.0.1", "eth0": "192.168.1.20"}, "192.168.1.20", ["192.168.1.20"]),
        ({"lo": "127.0.0.1", "wlan0": "10.42.0.1"}, "", ["10.42.0.1"]),
        ({"eth0": "192.168.1.20", "wlan0": "10.42.0.1"}, "192.168.1.20", ["192.168.1.20", "10.42.0.1"]),
        ({"rmnet_data0": "10.7.1.2", "ap0": "192.168.43.1"}, "10.7.1.2", ["192.168.43.1", "10.7.1.2"]),
        ({"docker0": "172.17.0.1", "wlan0": "192.168.1.20"}, "", ["192.168.1.20", "172.17.0.1"]),
        ({"utun3": "10.8.0.2", "en0": "192.168.1.20"}, "10.8.0.2", ["192.168.1.20", "10.8.0.2"]),
        ({"eth1": "1.2.3.4", "eth0": "192.168.1.20"}, "", ["192.168.1.20", "1.2.3.4"]),
        ({"eth0": "169.254.7.7"}, "", []),
        ({"": "192.168.1.20"}, "192.168.1.20", ["192.168.1.20"]),
        ({"": ""}, "", []),
    ],
    ids=[
        "no network",
        "at home",
        "itself the hotspot",
        "the hotspot of a wired network",
        "a phone with a hotspot",
        "a machine with containers",
        "a VPN",
        "with a public address",
        "a cable to nowhere",
        "a system that lists no interfaces",
        "nor a network",
    ],
)
def test_the_likeliest_address_comes_first(interfaces: dict[str, str], routed: str, addresses: list[str]) -> None:
    assert by_likelihood(list(interfaces.items()), routed) == addresses


def test_the_interfaces_of_this_machine_are_found() -> None:
    assert "127.0.0.1" in dict(interfaces()).values()
    assert "127.0.0.1" not in own_addresses()


def may_make_a_network() -> bool:
    tools = shutil.which("unshare") and shutil.which("ip")
    return bool(tools) and not subprocess.call(
        (*NAMESPACE, "sh", "-c", HOTSPOT), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE
    )


@pytest.mark.process
def test_a_machine_that_is_itself_the_hotspot_gives_its_address_and_code(tmp_path: Path) -> None:
    """In a network namespace, which has no way to anywhere else; the table above is the same without one."""
    if not may_make_a_network():
        pytest.skip("This machine lets nobody make a network namespace (unshare, ip).")
    port = free_port()
    env = environment(tmp_path, instance=str(tmp_path / "instance"), port=str(port))
    serve = (*NAMESPACE, "sh", "-c", f'{HOTSPOT}exec "$@"', "sh", *SERVE)
    with ServerProcess(env, serve) as server:
        url = f"http://192.168.43.1:{port}/"
        assert f"Rook score is at {url}" in server.output
        assert qr_code(url) in server.output
        assert "Anyone on the same network can see and change every game." in server.output


def test_a_server_with_an_address_of_its_own_greets_with_that(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    greet(settings_in(tmp_path, url="https://rook.example", bind="127.0.0.1", hosts=("rook.example",)), [])
    output = capsys.readouterr().out
    assert qr_code("https://rook.example/") in output
    assert "Anyone who can open that address can see and change every game" in output
    assert "set SCOREKEEPER_HOSTED=1" in output


@pytest.mark.process
def test_an_output_without_the_characters_of_a_code_goes_without_it(tmp_path: Path) -> None:
    """As on Windows, where the output goes to a file."""
    env = environment(tmp_path, port=str(free_port()), bind="0.0.0.0", instance=str(tmp_path))
    with ServerProcess(env | {"PYTHONIOENCODING": "cp1252"}, SERVE) as server:
        assert "On this machine: http://localhost" in server.output
        assert "??" not in server.output


def test_below_a_path_every_address_has_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    greet(settings_in(tmp_path, url="https://home.example/rook", hosted=True), [], "k" * 26)
    output = capsys.readouterr().out
    assert "Rook score is at https://home.example/rook/\n" in output
    assert qr_code("https://home.example/rook/") in output
    assert f"https://home.example/rook/enter/{'k' * 26}\n" in output
