-- The release that has applied a migration: an older one that cannot use the schema names it. 0.1.0 leaves it empty.
ALTER TABLE schema_migrations ADD COLUMN release text;
