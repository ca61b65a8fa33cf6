#!/usr/bin/env python3
"""Lists the events of the next weekend, lists recent changes, and creates an event, with the API of Kalends."""

import argparse
import datetime
import os
import sys
import uuid

import requests

API = os.environ.get("KALENDS_URL", "http://127.0.0.1:3000") + "/calendar/events/v1"

session = requests.Session()
if "KALENDS_TOKEN" in os.environ:
    session.headers["Authorization"] = "Bearer " + os.environ["KALENDS_TOKEN"]


def call(method, url, **options):
    """Sends a request and returns the JSON of the response. An error response ends the program with its message."""
    response = session.request(method, url, timeout=30, **options)
    body = response.json()
    if not response.ok:
        for name, error in body["data"].get("details", {}).items():
            print(f"{name}: {error['message']}", file=sys.stderr)
        sys.exit(f"{body['message']} ({body['code']})")
    return body


def list_events(**params):
    """Yields all events of a list. Each page contains the URL of the next page."""
    page = call("GET", API + "/events", params={"per_page": 50, **params})
    while True:
        yield from page["events"]
        if page["next_rest_url"] is None:
            return
        page = call("GET", page["next_rest_url"])


def weekend(_):
    today = datetime.date.today()
    saturday = today + datetime.timedelta(days=(5 - today.weekday()) % 7 or 7)
    sunday = saturday + datetime.timedelta(days=1)
    for event in list_events(**{"from": saturday, "to": sunday}):
        cities = ", ".join(venue["city"] or venue["venue"] for venue in event["venue"])
        print(event["start_date"][:16], event["title"], cities, sep="  ")


def changes(arguments):
    # A list contains upcoming events only, unless the request sets a period.
    # The newest change comes first, so the loop ends at the first event that did not change in the period.
    for event in list_events(start_date="1970-01-01", end_date="2100-01-01", orderby="modified", order="desc"):
        if event["modified_utc"] < arguments.since:
            break
        print(event["modified_utc"], event["id"], event["title"], sep="  ")


def add(arguments):
    # With an idempotency key, a request that is sent again after a lost response does not create a second event.
    event = call(
        "POST",
        API + "/events",
        headers={"Idempotency-Key": str(uuid.uuid4())},
        json={"title": arguments.title, "start_date": arguments.start, "end_date": arguments.end},
    )
    print(event["id"], event["rest_url"])


parser = argparse.ArgumentParser(description=__doc__)
commands = parser.add_subparsers(required=True)
commands.add_parser("weekend", help="list the events of the next weekend").set_defaults(run=weekend)
command = commands.add_parser("changes", help="list changed events, newest change first")
command.add_argument("--since", default="", help="time of the oldest change in UTC, such as 2027-01-01 or '2027-01-01 12:00:00'")
command.set_defaults(run=changes)
command = commands.add_parser("add", help="create an event; needs a token in KALENDS_TOKEN")
command.add_argument("title")
command.add_argument("start", help="such as '2027-03-01 10:00'")
command.add_argument("end")
command.set_defaults(run=add)
arguments = parser.parse_args()
arguments.run(arguments)
