#!/usr/bin/env bash
# Restores a backup into an empty database, all of it or nothing. A database that has tables is refused: nothing is ever overwritten.
set -euo pipefail
if [ $# -ne 2 ]; then
  echo "Usage: scripts/restore.sh FILE DATABASE_URL" >&2
  exit 2
fi
if ! pg_restore --list "$1" >/dev/null 2>&1; then
  echo "$1 is not a whole backup: it cannot be read. Take another one." >&2
  exit 1
fi
tables=$(psql --dbname="$2" -Atc "select count(*) from pg_tables where schemaname = 'public'")
if [ "$tables" -ne 0 ]; then
  echo "The database has $tables tables. Restore into an empty one: createdb NAME" >&2
  exit 1
fi
pg_restore --dbname="$2" --no-owner --no-privileges --exit-on-error --single-transaction "$1"
psql --dbname="$2" -qc 'analyze'
echo "Restored $1. Start the same or a newer version of Kalends on it."
