/**
 * The schema that the tables are in, as an expression. Not `current_schema()`, which is the first one of the search_path: an empty schema
 * before it, such as one named like the role, would hide every partition.
 */
export const ownSchema = `(SELECT relnamespace FROM pg_class WHERE oid = 'schema_migrations'::regclass)`;
