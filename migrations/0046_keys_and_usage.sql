-- The key with which the person had signed in who issued this one: a session that a key has opened grants nothing beyond that key.
-- Revoking the key revokes those issued with it. Null: issued by an operator, or in a session that no key has opened.
ALTER TABLE api_keys ADD COLUMN issued_with uuid REFERENCES api_keys (id);
CREATE INDEX api_keys_issued_with ON api_keys (issued_with) WHERE issued_with IS NOT NULL;

-- As traffic, by sender and key of the request. key_id is that of an API key or an SMPP credential, or zero: sent from the console.
CREATE TABLE traffic_by_origin (
  starts_at timestamptz NOT NULL,
  account_id uuid NOT NULL,
  sender text NOT NULL,
  key_id uuid NOT NULL,
  accepted bigint NOT NULL,
  waiting bigint NOT NULL,
  sent bigint NOT NULL,
  delivered bigint NOT NULL,
  failed bigint NOT NULL,
  rejected bigint NOT NULL,
  unknown bigint NOT NULL,
  cancelled bigint NOT NULL,
  paid bigint NOT NULL,
  spend numeric(20,6) NOT NULL,
  segments bigint NOT NULL,
  PRIMARY KEY (starts_at, account_id, sender, key_id)
);
CREATE INDEX traffic_by_origin_account ON traffic_by_origin (account_id, starts_at);

-- Hours whose messages are all still stored are counted again, now also by sender and key.
UPDATE traffic_slices SET due_at = now() WHERE due_at IS NULL AND starts_at >= (
  SELECT to_timestamp(min(('x' || left(replace(first, '-', ''), 12))::bit(48)::bigint) / 1000.0) FROM (
    SELECT substring(pg_get_expr(c.relpartbound, c.oid) FROM $$FROM \('([0-9a-f-]+)'$$) AS first
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'messages'::regclass) p);
