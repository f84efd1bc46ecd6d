-- The customer's own text for a request. Null for those who give none.
ALTER TABLE submissions ADD COLUMN reference text;

-- The index on the parent alone is created at once, and every later partition inherits it. Of the existing partitions only small ones
-- are indexed here, so that requests do not wait; old ones hold no references, and a search in a large one of this week reads its
-- messages in their order instead.
CREATE INDEX submissions_reference ON ONLY submissions (reference, account_id, id) WHERE reference IS NOT NULL;
DO $$
DECLARE
  leaf record;
BEGIN
  FOR leaf IN
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'submissions'::regclass AND pg_relation_size(c.oid) < 8388608
  LOOP
    EXECUTE format('CREATE INDEX %I ON %I (reference, account_id, id) WHERE reference IS NOT NULL', leaf.name || '_reference', leaf.name);
    EXECUTE format('ALTER INDEX submissions_reference ATTACH PARTITION %I', leaf.name || '_reference');
  END LOOP;
END
$$;
