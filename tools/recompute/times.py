"""Times of the wire in milliseconds since the epoch."""

from datetime import datetime, timedelta, timezone

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def instant(text):
    """Milliseconds of an ISO 8601 time."""
    time = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return round((time - EPOCH) / timedelta(milliseconds=1))


def minute_of(time):
    """A time rounded to the minute."""
    return (time + MINUTE // 2) // MINUTE * MINUTE


def iso(time, suffix="Z"):
    """ISO 8601 of milliseconds."""
    moment = EPOCH + timedelta(milliseconds=time)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time % 1000:03d}{suffix}"


def http_date(time):
    """The Date header of an answer."""
    return (EPOCH + timedelta(milliseconds=time)).strftime("%a, %d %b %Y %H:%M:%S GMT")
