"""Follows cursors over one keep-alive connection and writes the csv that carry writes: the peer for
paging."""
import csv
import http.client
import json
import sys
from urllib.parse import quote, urlsplit

LEG = [
    "side",
    "market_id",
    "exchange",
    "symbol",
    "leverage",
    "quantity",
    "open_price",
    "mark_price",
    "mark_price_updated_at",
]

url = urlsplit(sys.argv[1])
connection = http.client.HTTPConnection(url.hostname, url.port)
writer = csv.writer(sys.stdout)
writer.writerow(
    ["position_id", "asset", "status", "opened_at", "closed_at"]
    + [f"legs.{name}" for name in LEG]
    + [
        "performance.funding_pnl",
        "performance.fees.paid",
        "performance.fees.estimated_exit",
        "performance.spread_pnl.realized",
        "performance.spread_pnl.unrealized",
        "performance.net_pnl",
        "performance.duration_days",
        "performance.apr",
        "performance.calculated_at",
    ]
)
cursor = None
while True:
    path = f"{url.path}?include=performance&limit=100"
    if cursor is not None:
        path += f"&cursor={quote(cursor)}"
    connection.request("GET", path, headers={"Authorization": "Bearer bench"})
    page = json.loads(connection.getresponse().read())
    for it in page["data"]:
        figures = it["performance"]
        position = [it["position_id"], it["asset"], it["status"], it["opened_at"], it["closed_at"]]
        performance = [
            figures["funding_pnl"],
            figures["fees"]["paid"],
            figures["fees"]["estimated_exit"],
            figures["spread_pnl"]["realized"],
            figures["spread_pnl"]["unrealized"],
            figures["net_pnl"],
            figures["duration_days"],
            figures["apr"],
            figures["calculated_at"],
        ]
        for leg in it["legs"]:
            writer.writerow(position + [leg[name] for name in LEG] + performance)
    cursor = page["next_cursor"]
    if cursor is None:
        break
