-- When something that an event showed was last taken out of sight: what is left of it may all be older. Feeds tell of the change by this.
alter table events add column touched_at timestamptz;
