#!/usr/bin/env bash
# smoke-test.sh URL COMMAND…: tests a running service from outside. COMMAND runs `kalends` next to it, such as `docker compose exec -T kalends kalends`.
set -euo pipefail
base=$1
shift
api=$base/calendar/events/v1

curl -fsS "$base/readyz" >/dev/null
"$@" seed --events 100 >/dev/null
total=$(curl -fsS "$api/events?per_page=1&_fields=id" | grep -o '"total":[0-9]*' | cut -d: -f2)
[ "$total" -gt 0 ]
echo "list: $total events"

"$@" user add smoke --role editor >/dev/null
token=$("$@" token add smoke | grep -o 'kal_[A-Za-z0-9_-]*')
event=$(curl -fsS -H "Authorization: Bearer $token" -d 'title=Smoke test' -d 'start_date=+1 day' -d 'end_date=+1 day' "$api/events" \
  | grep -o '"id":[0-9]*' | head -n 1 | cut -d: -f2)
curl -fsS "$api/events/$event" | grep '"title":"Smoke test"' >/dev/null
echo "write: event $event"

# A picture shows that the native image library of this platform works.
picture=$(mktemp)
trap 'rm -f "$picture"' EXIT
base64 -d >"$picture" <<'PNG'
iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mM4YaNBEmIY1TCqYfhqAAAeBCwQMd+aqQAAAABJRU5ErkJggg==
PNG
curl -fsS -H "Authorization: Bearer $token" -F "file=@$picture;type=image/png;filename=smoke.png" "$api/media" | grep '"url"' >/dev/null
echo "upload: ok"
curl -fsS "$api/events.ics" | grep '^BEGIN:VCALENDAR' >/dev/null
curl -fsS "$base/docs" | grep '<html' >/dev/null
echo "feeds and pages: ok"
