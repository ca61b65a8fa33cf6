#!/usr/bin/env bash
# Backs a calendar up: one consistent archive, and one of its pictures beside it, each written beside its name first, so that a broken backup never has the name of a good one.
set -euo pipefail
# A backup contains the whole database: only its owner may read it.
umask 077
if [ $# -lt 2 ] || [ $# -gt 3 ]; then
  echo "Usage: scripts/backup.sh DATABASE_URL FILE [MEDIA_DIR]" >&2
  exit 2
fi
pg_dump --format=custom --no-owner --no-privileges --dbname="$1" --file="$2.part"
pg_restore --list "$2.part" >/dev/null
# After the database: files are there before the row that names them, so every picture of the backup is in the archive.
if [ $# -eq 3 ]; then
  (umask 022 && mkdir -p "$3")
  # The restored folder belongs to another database.
  tar --create --exclude=./work --exclude=./deleting-database --file="$2.media.part" --directory="$3" .
  tar --list --file="$2.media.part" >/dev/null
  mv "$2.media.part" "$2.media"
fi
mv "$2.part" "$2"
echo "Backed up to $2 ($(du -h "$2" | cut -f1))${3:+ and $2.media ($(du -h "$2.media" | cut -f1))}."
