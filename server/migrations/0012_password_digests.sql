-- A password is kept as its digest, never as the word itself.
alter table events add constraint events_password_digest check (password like 'scrypt$%');
