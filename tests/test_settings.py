"""Every setting, as the environment gives it."""

from pathlib import Path
from secrets import token_hex

import pytest

from scorekeeper import settings
from scorekeeper.settings import BadSetting, Settings, unknown_settings

from .small_files import files_of_at_most

KEY = "0123456789abcdef0123456789abcdef"
NONSENSE = ["eight", "-1", "0", "65536", "8000.0", "80 80", "²", "1e3", "0x50", "99999999999999999999"]


def test_without_any_setting_every_phone_in_the_room_is_served() -> None:
    settings = Settings.from_environment({})
    assert (settings.bind, settings.port, settings.pin, settings.hosts, settings.proxies) == (
        "0.0.0.0",
        8000,
        "",
        (),
        0,
    )
    assert settings.instance.name == "instance"
    assert settings.database_url.drivername == "sqlite"
    assert settings.database_url.database == str(settings.instance / "scorekeeper.sqlite")


def test_each_setting_is_heard(tmp_path: Path) -> None:
    settings = Settings.from_environment(
        {
            "SCOREKEEPER_INSTANCE": str(tmp_path),
            "SCOREKEEPER_BIND": "127.0.0.1",
            "SCOREKEEPER_PORT": "8123",
            "SCOREKEEPER_HOSTS": "Scores.example, other.example",
            "SCOREKEEPER_PIN": " 4711 ",
            "SCOREKEEPER_SECRET_KEY": KEY,
            "SCOREKEEPER_PROXIES": "1",
            "SCOREKEEPER_LOG": "json",
            "SCOREKEEPER_METRICS": "1",
            "SCOREKEEPER_MODULES": "1",
        }
    )
    expected = Settings(
        instance=tmp_path,
        bind="127.0.0.1",
        port=8123,
        hosts=("scores.example", "other.example"),
        pin="4711",
        secret_key=KEY,
        proxies=1,
        log="json",
        metrics=True,
        modules=True,
    )
    assert settings == expected
    assert settings.signing_key() == KEY
    assert not (tmp_path / "secret_key").exists()


@pytest.mark.parametrize("name", ["SCOREKEEPER_INSTANCE", "SCOREKEEPER_BIND", "SCOREKEEPER_PORT", "SCOREKEEPER_PIN"])
def test_an_empty_setting_is_none(name: str) -> None:
    assert Settings.from_environment({name: ""}) == Settings.from_environment({})


def test_an_installed_app_keeps_its_data_where_the_given_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not where this process's own says, which may be another one's."""
    monkeypatch.setattr(settings, "PACKAGE", tmp_path / "site-packages" / "scorekeeper")
    monkeypatch.setenv("XDG_DATA_HOME", "/nowhere")
    for given, folder in (({"XDG_DATA_HOME": str(tmp_path)}, ""), ({"HOME": str(tmp_path)}, ".local/share")):
        assert Settings.from_environment(given).instance == tmp_path / folder / "rook-scorekeeper"


def test_a_variable_that_begins_like_a_setting_and_is_none_is_told() -> None:
    given = {"SCOREKEEPER_PROT": "1", "SCOREKEEPER_PORT": "8000", "scorekeeper_pin": "4711", "SCORE": "1", "HOME": "/"}
    assert unknown_settings(given) == ["SCOREKEEPER_PROT", "scorekeeper_pin"]


@pytest.mark.parametrize("port", NONSENSE)
def test_a_port_that_is_none_is_named_in_a_sentence(port: str) -> None:
    with pytest.raises(BadSetting, match=r"^SCOREKEEPER_PORT is a number from 1 to 65535, not ") as bad:
        Settings.from_environment({"SCOREKEEPER_PORT": port})
    assert port in str(bad.value)


def test_the_secret_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    settings = Settings(instance=tmp_path / "instance")
    key = settings.signing_key()
    assert len(key) >= 32
    assert settings.signing_key() == key
    assert Settings(instance=tmp_path / "other").signing_key() != key
    assert (settings.instance / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [file.name for file in settings.instance.iterdir()] == ["secret_key"]


@pytest.mark.parametrize("key", ["x", " ", "TEXT", KEY[:-1], "k" * 64, f"x{' ' * 40}"])
def test_a_key_that_can_be_guessed_is_refused_whether_it_is_set_or_in_the_file(tmp_path: Path, key: str) -> None:
    """The cookies tell whether a guess is right, and with the key anyone makes a cookie that knows the PIN."""
    (tmp_path / "secret_key").write_text(key)
    given = Settings.from_environment({"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_SECRET_KEY": key})
    sentences = set()
    for found, name in ((given, "SCOREKEEPER_SECRET_KEY"), (Settings(tmp_path), f"{tmp_path}/secret_key")):
        for read in (found.signing_key, found.check_files):
            with pytest.raises(BadSetting) as refused:
                read()
            sentences.add(str(refused.value))
            assert str(refused.value).startswith(f"{name} ")
    assert len(sentences) == 2
    assert len({sentence.partition(". ")[0].partition(" ha")[2] for sentence in sentences}) == 1, "one check"


def test_who_sets_a_key_that_can_be_guessed_is_told_how_to_make_a_good_one() -> None:
    with pytest.raises(BadSetting) as refused:
        Settings.from_environment({"SCOREKEEPER_SECRET_KEY": "guess"}).signing_key()
    assert "guess" not in str(refused.value).replace("guessed", "")
    assert str(refused.value).endswith("This line makes a good one: openssl rand -hex 32")
    good = token_hex(32)  # as that line does
    assert Settings.from_environment({"SCOREKEEPER_SECRET_KEY": good}).signing_key() == good


def test_a_secret_key_for_which_there_is_no_room_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="File too large"), files_of_at_most(0):
        Settings(instance=tmp_path).signing_key()
    assert list(tmp_path.iterdir()) == []


def test_from_one_address_follow_name_proxy_and_bind() -> None:
    settings = Settings.from_environment({"SCOREKEEPER_URL": "https://Rook.tail1234.ts.net/"})
    assert settings.url == "https://Rook.tail1234.ts.net"
    assert (settings.hosts, settings.proxies, settings.bind) == (("rook.tail1234.ts.net",), 1, "127.0.0.1")


def test_settings_that_come_with_the_address_hold() -> None:
    settings = Settings.from_environment(
        {
            "SCOREKEEPER_URL": "https://rook.example:8443",
            "SCOREKEEPER_HOSTS": "other.example",
            "SCOREKEEPER_PROXIES": "2",
            "SCOREKEEPER_BIND": "192.168.1.5",
        }
    )
    assert (settings.hosts, settings.proxies, settings.bind) == (("rook.example", "other.example"), 2, "192.168.1.5")


@pytest.mark.parametrize("ending", ["", "/"])
def test_an_address_can_have_a_path_below_which_the_app_is(ending: str) -> None:
    settings = Settings.from_environment({"SCOREKEEPER_URL": f"https://home.example:8443/our/rook{ending}"})
    assert settings.url == settings.named_url == "https://home.example:8443/our/rook"
    assert (settings.origin, settings.path) == ("https://home.example:8443", "/our/rook")
    assert (settings.hosts, settings.proxies, settings.bind) == (("home.example",), 1, "127.0.0.1")


def test_an_address_without_https_needs_no_proxy() -> None:
    settings = Settings.from_environment({"SCOREKEEPER_URL": "http://rook.lan:8000"})
    assert (settings.hosts, settings.proxies, settings.bind) == (("rook.lan",), 0, "0.0.0.0")


@pytest.mark.parametrize(
    "address",
    [
        *("rook.example", "ftp://rook.example", "https://", "https://rook.example/a b", "https://rook.example?a=b"),
        *("https://rook.example/a/../b", "https://rook.example/a//b", "https://rook.example/#top"),
        *("https://rook.example:port", "https://ann:secret@rook.example", "https://[::1", "1"),
    ],
)
def test_a_setting_that_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(BadSetting, match="SCOREKEEPER_URL is an address like"):
        Settings.from_environment({"SCOREKEEPER_URL": address})


@pytest.mark.parametrize(
    "name", ["SCOREKEPER_PIN", "SCOREKEEPR_PIN", "scorkeeper_pin", "SCORE_KEEPER_PIN", "SCOREKEEPERPIN"]
)
def test_a_slip_before_the_underscore_is_told_too(name: str) -> None:
    assert unknown_settings({name: "1234", "HOME": "/root", "SCOREBOARD_URL": "x", "BOOKKEEPER_PIN": "1"}) == [name]


@pytest.mark.parametrize("name", ["pin", "founders"])
@pytest.mark.parametrize(("typed", "read"), [(" Ko\u0308nig ", "K\u00f6nig"), ("٤٧１１", "4711")])
def test_a_secret_is_one_in_every_spelling(name: str, typed: str, read: str) -> None:
    settings = Settings.from_environment({"SCOREKEEPER_INSTANCE": "here", f"SCOREKEEPER_{name.upper()}": typed})
    assert getattr(settings, name) == read


@pytest.mark.parametrize(
    ("pin", "is_odd"),
    [("4711", False), ("123456789012", False), ("", False), ("471", True), ("1234567890123", True), ("sesam", True)],
)
def test_a_new_pin_has_four_to_twelve_digits(pin: str, is_odd: bool) -> None:
    assert Settings(instance=Path("here"), pin=pin).has_odd_pin == is_odd
    assert not Settings(instance=Path("here"), pin=pin, hosted=True).has_odd_pin, "it is not used there"
