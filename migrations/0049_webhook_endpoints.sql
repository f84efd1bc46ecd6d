-- Webhook endpoints that customers manage. An event that has no URL of its own goes to the enabled endpoint for its kind.
CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  url text NOT NULL,
  description text NOT NULL DEFAULT '',
  kinds text[] NOT NULL CHECK (
    cardinality(kinds) > 0 AND kinds <@ ARRAY['delivery report', 'inbound message', 'sender status']),
  enabled boolean NOT NULL DEFAULT true,
  secret text NOT NULL,
  -- Signs beside the newer one until it expires.
  previous_secret text,
  previous_expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_endpoints_account ON webhook_endpoints (account_id, id);

-- At most one enabled endpoint for each kind, so that an event is one webhook.
CREATE UNIQUE INDEX webhook_endpoints_reports ON webhook_endpoints (account_id) WHERE enabled AND 'delivery report' = ANY (kinds);
CREATE UNIQUE INDEX webhook_endpoints_inbound ON webhook_endpoints (account_id) WHERE enabled AND 'inbound message' = ANY (kinds);
CREATE UNIQUE INDEX webhook_endpoints_senders ON webhook_endpoints (account_id) WHERE enabled AND 'sender status' = ANY (kinds);

-- The endpoint for delivery reports is part of the context of an account.
CREATE TRIGGER bump_insert AFTER INSERT ON webhook_endpoints REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_update AFTER UPDATE ON webhook_endpoints REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_delete AFTER DELETE ON webhook_endpoints REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
