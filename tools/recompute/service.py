"""The service of interface.md on loopback, for one made-up world."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from times import http_date, instant

FOREVER = 253_402_300_799_000


def answer(world, target, authorization=None):
    """Status and body of a GET."""
    parts = urlsplit(target)
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    path = parts.path.strip("/").split("/")
    if path[:3] == ["api", "v1", "public"]:
        return public(world, path[3:], query)
    if path[:3] == ["v1", "funding", "history"]:
        return history(world, path[3], query)
    if path == ["v1", "assets"]:
        return 200, {"data": world.assets()}
    if authorization != f"Bearer {world.key}":
        return 401, {"code": "UNAUTHORIZED", "message": "no key, or not this one"}
    if path == ["v1", "portfolios", world.portfolio, "positions"]:
        return positions(world, query)
    if path[:2] == ["v1", "positions"] and len(path) == 3:
        found = world.detail(path[2])
        return (200, {"data": found}) if found else not_found()
    return not_found()


def not_found():
    """The answer to what is not there."""
    return 404, {"code": "NOT_FOUND", "message": "there is nothing here"}


def public(world, path, query):
    """Listings that need no key."""
    if path == ["funding", "markets"]:
        return 200, {"data": world.public_markets()}
    if path == ["funding", "arbitrage"]:
        return 200, {"data": []}
    if len(path) == 4 and path[3] == "history":
        return history(world, path[2], query)
    return not_found()


def history(world, market, query):
    """Settled events of a market."""
    start = instant(query["start"]) if "start" in query else 0
    end = instant(query["end"]) if "end" in query else FOREVER
    if query.get("resolution", "event") == "1d":
        return 200, {"data": []}
    points = world.history(int(market), start, end)
    return not_found() if points is None else (200, {"data": points})


def positions(world, query):
    """A page of the positions."""
    limit = int(query.get("limit", "100"))
    with_performance = query.get("include") == "performance"
    if not 1 <= limit <= (100 if with_performance else 500):
        return 400, {"code": "VALIDATION_ERROR", "message": "limit"}
    statuses = query.get("statuses", "open,closed").split(",")
    listed = world.listing(with_performance, statuses)
    start = int(query.get("cursor", "0"))
    end = start + min(limit, world.page)
    cursor = str(end) if end < len(listed) else None
    return 200, {"data": listed[start:end], "next_cursor": cursor}


class Service:
    """A server on a free port; its clock is that of the world."""

    def __init__(self, world):
        class Handler(BaseHTTPRequestHandler):
            """Answers GET."""

            protocol_version = "HTTP/1.1"

            def do_GET(self):
                """Sends the answer of the world as it is now."""
                status, body = answer(world, self.path, self.headers.get("Authorization"))
                data = json.dumps(body).encode()
                self.send_response_only(status)
                self.send_header("Date", http_date(world.now))
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.send_header("X-API-Version", "v1")
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *args):
                """Says nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *where: None  # a program that ends leaves its answers
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *failure):
        self.server.shutdown()
        self.server.server_close()
