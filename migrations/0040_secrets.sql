-- Secrets that have to be used, and so cannot be hashed, are encrypted with data keys; each data key is encrypted with a master key that
-- the database never sees. An encrypted value begins with enc:1: and stands in the column of the clear value.
CREATE TABLE data_keys (
  id text PRIMARY KEY,
  wrapped text NOT NULL,
  -- Fingerprint of the master key that `wrapped` is encrypted with.
  master text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Processes of release 0.1.0 leave both empty: while one of them is alive, secrets stay readable for it.
ALTER TABLE workers ADD COLUMN release text;
ALTER TABLE workers ADD COLUMN master_keys text[];

-- What an API key signs Twilio callbacks with; messages name the key by its id.
ALTER TABLE api_keys ADD COLUMN callback_key text;

-- Encryption is on once this migration is required: release 0.1.0 then refuses to start. The service's role may have no right to
-- write schema_migrations, hence SECURITY DEFINER.
CREATE FUNCTION encrypt_secrets(wanted boolean) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  UPDATE schema_migrations SET requires = CASE WHEN wanted THEN name END
  WHERE name = '0040_secrets' AND wanted = (requires IS NULL)
    AND (NOT wanted OR NOT EXISTS (SELECT FROM workers WHERE release IS NULL))
$$;
