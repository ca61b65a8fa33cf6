-- Drafts whose publication date was never sent: they are dated by the write that publishes them first.
do $$
declare
  t text;
begin
  foreach t in array array['events', 'venues', 'organizers'] loop
    execute format('alter table %I add column undated boolean not null default false', t);
    execute format('update %I set undated = true where coalesce(trashed_from, status) in (''draft'', ''pending'') and published_at = date_trunc(''second'', created_at)', t);
  end loop;
end $$;
