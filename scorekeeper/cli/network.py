"""The addresses under which phones reach this machine. Nothing is sent to find them."""

import socket
import struct
import sys
from collections.abc import Iterator
from ipaddress import ip_address

# The address of an interface, asked of the kernel: the number of that question, and where its answer holds the address.
SIOCGIFADDR = 0xC0206921 if sys.platform == "darwin" else 0x8915
ADDRESS = slice(20, 24)
# How interfaces are named that lead to containers, virtual machines, a VPN or the mobile network: to hardly any phone.
ELSEWHERE = (
    *("br-", "ccmni", "clat", "docker", "ppp", "rmnet", "tailscale", "tap", "tun", "utun", "vboxnet", "veth", "virbr"),
    *("vmnet", "wg", "zt"),
)


def own_addresses() -> list[str]:
    """Return this machine's IPv4 addresses, the likeliest to be called by a phone first; none without a network."""
    routed = routed_address()
    return by_likelihood(list(interfaces()) or [("", routed)], routed)


def by_likelihood(interfaces: list[tuple[str, str]], routed: str) -> list[str]:
    """Return the addresses that can be called from outside; `routed` is the one that the way to the internet begins at.

    A machine that is itself the hotspot may have no such way, or one through a network where no phone is.
    """
    outside = [(name, address) for name, address in interfaces if address and not _is_local(address)]
    outside.sort(key=lambda it: (it[0].startswith(ELSEWHERE), it[1] != routed, not ip_address(it[1]).is_private))
    return [address for _, address in outside]


def _is_local(address: str) -> bool:
    return ip_address(address).is_loopback or ip_address(address).is_link_local


def interfaces() -> Iterator[tuple[str, str]]:
    """Yield each network interface that has an IPv4 address, with that; nothing where the system does not say."""
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
                continue  # it has no address
            yield name, socket.inet_ntoa(answer[ADDRESS])


def routed_address() -> str:
    """Return the address that the way to the internet begins at, "" where there is no such way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is kept for documentation
        except OSError:
            return ""
        return str(probe.getsockname()[0])
