-- What events show inside themselves changes seldom: one look at the end of this index tells whether it did.
create index changes_shown on changes (xact) where kind <> 'event';
