-- What an operator changes, and who did it. Written in the transaction of the change, never altered afterwards.
CREATE TABLE audit (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  address text, -- where the request came from
  action text NOT NULL CHECK (action ~ '^[a-z]+( [a-z]+)*$'),
  subject_id text, -- what was changed
  account_id uuid, -- whom it concerns
  -- What was asked for. No secrets and no phone numbers: this outlives both.
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_subject ON audit (subject_id, id);
CREATE INDEX audit_account ON audit (account_id, id);

CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

ALTER TABLE api_keys ADD COLUMN label text NOT NULL DEFAULT '';
-- A table of its own: a key is used all the time, and a change of its own row makes every process read the account anew.
CREATE TABLE api_key_uses (
  key_id uuid PRIMARY KEY,
  last_used_at timestamptz NOT NULL
) WITH (fillfactor = 50);
