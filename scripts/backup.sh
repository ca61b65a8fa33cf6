#!/usr/bin/env bash
# Backs a calendar up: one consistent archive, written beside its name first, so that a broken backup never has the name of a good one.
set -euo pipefail
if [ $# -ne 2 ]; then
  echo "Usage: scripts/backup.sh DATABASE_URL FILE" >&2
  exit 2
fi
pg_dump --format=custom --no-owner --no-privileges --dbname="$1" --file="$2.part"
pg_restore --list "$2.part" >/dev/null
mv "$2.part" "$2"
echo "Backed up to $2 ($(du -h "$2" | cut -f1))."
