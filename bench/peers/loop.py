"""Follows cursors over one keep-alive connection and writes csv: the peer for paging."""
import csv
import http.client
import json
import sys
from urllib.parse import quote, urlsplit

url = urlsplit(sys.argv[1])
connection = http.client.HTTPConnection(url.hostname, url.port)
writer = csv.writer(sys.stdout)
writer.writerow(["position_id", "asset", "status", "exchange", "side", "quantity", "net_pnl", "apr"])
cursor = None
while True:
    path = f"{url.path}?include=performance&limit=100"
    if cursor is not None:
        path += f"&cursor={quote(cursor)}"
    connection.request("GET", path, headers={"Authorization": "Bearer bench"})
    page = json.loads(connection.getresponse().read())
    for it in page["data"]:
        for leg in it["legs"]:
            writer.writerow(
                [
                    it["position_id"],
                    it["asset"],
                    it["status"],
                    leg["exchange"],
                    leg["side"],
                    leg["quantity"],
                    it["performance"]["net_pnl"],
                    it["performance"]["apr"],
                ]
            )
    cursor = page["next_cursor"]
    if cursor is None:
        break
