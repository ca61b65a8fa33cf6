-- A missing text falls back to the site's default language before the original (contract 9.2).
-- The search text of a translation depends on this order. `kalends rebuild` adapts the search texts of existing records;
-- until then, a search in a language other than the default may miss partial translations of records with another original.
comment on column event_texts.search is 'Folded text as readers of the language see it: its own text, else the default language, else the original';
comment on column venue_texts.search is 'Folded text as readers of the language see it: its own text, else the default language, else the original';
comment on column organizer_texts.search is 'Folded text as readers of the language see it: its own text, else the default language, else the original';
comment on column category_texts.search is 'Folded text as readers of the language see it: its own text, else the default language, else the original';
comment on column tag_texts.search is 'Folded text as readers of the language see it: its own text, else the default language, else the original';
comment on column image_texts.search is 'Folded text as readers of the language see it: its own text, else the default language, else the original';
