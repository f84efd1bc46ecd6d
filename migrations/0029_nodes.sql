-- How many connections a process may have, so that one that starts after it can tell how many are left. Written once.
ALTER TABLE workers ADD COLUMN connections integer;

-- The migration that a process has to know to work with what this one has made; null: any process can go on. So old code
-- knows whether it may run beside a schema that is newer than itself.
ALTER TABLE schema_migrations ADD COLUMN requires text;
