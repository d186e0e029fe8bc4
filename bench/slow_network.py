"""A proxy that makes a local server slow to reach: `python -m bench.slow_network PORT SECONDS` prints its port."""

import asyncio
import sys

RATE = 200_000  # bytes a second for answers, over all connections


class Line:
    """A phone's network connection with this round trip in seconds; everything over it arrives in sequence."""

    def __init__(self, rate: float, latency: float):
        self.rate, self.latency, self.free_at = rate, latency, 0.0

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what is read, half the latency later and at most at the line's rate."""
        while data := await reader.read(4096):
            asyncio.get_running_loop().call_at(self._arrival(len(data)), writer.write, data)
        asyncio.get_running_loop().call_at(self._arrival(0), writer.close)

    def _arrival(self, size: int) -> float:
        """The time when this many bytes have arrived, in sequence."""
        self.free_at = max(self.free_at, asyncio.get_running_loop().time()) + size / self.rate + 1e-6
        return self.free_at + self.latency / 2


async def serve(port: int, latency: float) -> None:
    """Pass every connection on to this port, once something was sent over it."""
    up, down = Line(float("inf"), latency), Line(RATE, latency)

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = await reader.read(65536)
        if not first:  # browsers open some connections in advance
            writer.close()
            return
        await asyncio.sleep(latency / 2)  # the server gets a whole request at once
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
        far_writer.write(first)
        await asyncio.gather(up.carry(reader, far_writer), down.carry(far_reader, writer), return_exceptions=True)

    server = await asyncio.start_server(connected, "127.0.0.1")
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), float(sys.argv[2])))
