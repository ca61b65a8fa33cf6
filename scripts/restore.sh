#!/usr/bin/env bash
# Restores a backup into an empty database, and its pictures into an empty folder, all of it or nothing. Nothing is ever overwritten.
set -euo pipefail
if [ $# -lt 2 ] || [ $# -gt 3 ]; then
  echo "Usage: scripts/restore.sh FILE DATABASE_URL [MEDIA_DIR]" >&2
  exit 2
fi
if ! pg_restore --list "$1" >/dev/null 2>&1; then
  echo "$1 is not a whole backup: it cannot be read. Take another one." >&2
  exit 1
fi
if [ $# -eq 3 ]; then
  if ! tar --list --file="$1.media" >/dev/null 2>&1; then
    echo "$1.media is not a whole backup of pictures: it cannot be read. Take another one, or leave the folder out." >&2
    exit 1
  fi
  if [ -n "$(ls -A "$3" 2>/dev/null)" ]; then
    echo "The folder $3 is not empty. Restore pictures into an empty one." >&2
    exit 1
  fi
fi
tables=$(psql --dbname="$2" -Atc "select count(*) from pg_tables where schemaname = 'public'")
if [ "$tables" -ne 0 ]; then
  echo "The database has $tables tables. Restore into an empty one: createdb NAME" >&2
  exit 1
fi
if [ $# -eq 3 ]; then
  mkdir -p "$3"
  tar --extract --file="$1.media" --directory="$3"
fi
pg_restore --dbname="$2" --no-owner --no-privileges --exit-on-error --single-transaction "$1"
psql --dbname="$2" -qc 'analyze'
echo "Restored $1. Start the same or a newer version of Kalends on it."
