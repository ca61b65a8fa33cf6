-- The calendar's own name, one row: names of events in other people's calendars are made from it, so that they outlive every address.
create table identity (
  one boolean primary key default true check (one),
  id  uuid not null default gen_random_uuid()
);
insert into identity default values;
