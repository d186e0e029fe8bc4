"""The addresses at which phones reach this machine. Nothing is sent to find them."""

import socket
import struct
import sys
from collections.abc import Iterator
from ipaddress import ip_address

# The ioctl for the address of an interface, and where the address is in its result.
SIOCGIFADDR = 0xC0206921 if sys.platform == "darwin" else 0x8915
ADDRESS = slice(20, 24)
# Prefixes of interfaces to containers, virtual machines, a VPN or the mobile network, which hardly any phone can reach.
ELSEWHERE = (
    *("br-", "ccmni", "clat", "docker", "ppp", "rmnet", "tailscale", "tap", "tun", "utun", "vboxnet", "veth", "virbr"),
    *("vmnet", "wg", "zt"),
)


def own_addresses() -> list[str]:
    """Return this machine's IPv4 addresses, the likeliest for phones first; none without a network."""
    routed = routed_address()
    return by_likelihood(list(interfaces()) or [("", routed)], routed)


def by_likelihood(interfaces: list[tuple[str, str]], routed: str) -> list[str]:
    """Return the addresses that other machines can reach; `routed` is that of the default route.

    A machine that is the hotspot can have no default route, or one through a network without phones.
    """
    outside = [(name, address) for name, address in interfaces if address and not _is_local(address)]
    outside.sort(key=lambda it: (it[0].startswith(ELSEWHERE), it[1] != routed, not ip_address(it[1]).is_private))
    return [address for _, address in outside]


def _is_local(address: str) -> bool:
    return ip_address(address).is_loopback or ip_address(address).is_link_local


def interfaces() -> Iterator[tuple[str, str]]:
    """Yield each network interface with its IPv4 address; nothing if the system does not tell."""
    try:
        import fcntl  # Windows has none

        names = [name for _, name in socket.if_nameindex()]
    except (ImportError, OSError):
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for name in names:
            try:
                answer = fcntl.ioctl(asked, SIOCGIFADDR, struct.pack("256s", name.encode()))
            except OSError:
                continue  # no address
            yield name, socket.inet_ntoa(answer[ADDRESS])


def routed_address() -> str:
    """Return this machine's address on the default route, "" if there is no such route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return ""
        return str(probe.getsockname()[0])
