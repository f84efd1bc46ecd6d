-- Who may send, from what, at which price, and with whose money.

CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  balance numeric(20, 6) NOT NULL DEFAULT 0,
  credit_limit numeric(20, 6) NOT NULL DEFAULT 0 CHECK (credit_limit >= 0),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  contact_email text,
  -- Counts every change of what a send request is checked against (keys, senders, prices, status). Processes keep those
  -- in memory; the statement that accepts a message compares this number on the row it has to lock anyway.
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (id, currency),
  CONSTRAINT balance_covered CHECK (balance + credit_limit >= 0)
) WITH (fillfactor = 50); -- the balance changes with every batch: room for the next version on the same page

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  -- SHA-256 of the key. A key is 122 random bits, so a slow hash would add cost and no safety.
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  prefix text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_keys_account ON api_keys (account_id);

CREATE TABLE senders (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  value text NOT NULL,
  type smallint NOT NULL CHECK (type IN (0, 1)),
  channel text NOT NULL CHECK (channel IN ('SMS', 'Viber')),
  status text NOT NULL CHECK (status IN ('Pending', 'Confirmation Pending', 'Confirmed', 'Rejected')),
  delivery_report_url text,
  inbound_url text,
  status_callback_url text,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX senders_once ON senders (account_id, channel, value) WHERE deleted_at IS NULL;

CREATE TABLE price_lists (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  active_from timestamptz NOT NULL DEFAULT now(),
  active_to timestamptz CHECK (active_to > active_from),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (id, currency)
);

CREATE TABLE price_list_entries (
  price_list_id uuid NOT NULL REFERENCES price_lists,
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  unit_price numeric(12, 6) NOT NULL CHECK (unit_price >= 0),
  PRIMARY KEY (price_list_id, country)
);

-- The currency stands here only so that an account can never be given a list in another one.
CREATE TABLE account_price_lists (
  account_id uuid NOT NULL,
  price_list_id uuid NOT NULL,
  currency text NOT NULL,
  PRIMARY KEY (account_id, price_list_id),
  FOREIGN KEY (account_id, currency) REFERENCES accounts (id, currency),
  FOREIGN KEY (price_list_id, currency) REFERENCES price_lists (id, currency)
);
CREATE INDEX account_price_lists_list ON account_price_lists (price_list_id);

-- What an account pays per segment now. Of several active lists that name a country, the one that began last speaks: a
-- price change is a list with a later start.
CREATE VIEW active_prices AS
  SELECT DISTINCT ON (l.account_id, e.country) l.account_id, e.country, e.unit_price, p.name AS price_list
  FROM account_price_lists l
  JOIN price_lists p ON p.id = l.price_list_id AND p.active_from <= now() AND (p.active_to IS NULL OR now() < p.active_to)
  JOIN price_list_entries e ON e.price_list_id = p.id
  ORDER BY l.account_id, e.country, p.active_from DESC, p.id DESC;

-- Append-only. The sum of an account's entries is its balance. The id of a charge is that of its submission, so a
-- submission can never be charged twice. Not partitioned and never dropped: money is remembered longer than messages.
CREATE TABLE ledger (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('top-up', 'charge', 'refund', 'correction')),
  amount numeric(20, 6) NOT NULL CHECK (
    CASE kind WHEN 'charge' THEN amount <= 0 WHEN 'refund' THEN amount >= 0 WHEN 'top-up' THEN amount > 0 ELSE true END),
  message_id uuid,
  note text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);

CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- In the order of ids, as every transaction that locks several accounts does it: two of them never wait for each other.
CREATE FUNCTION bump_accounts(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH locked AS (SELECT id FROM accounts WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE)
  UPDATE accounts SET version = version + 1 FROM locked WHERE accounts.id = locked.id
$$;

-- Triggers, not flows: a change made by hand in SQL must be noticed as well.
CREATE FUNCTION changed_rows_bump_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM bump_accounts(ARRAY(SELECT DISTINCT account_id FROM changed));
  RETURN NULL;
END $$;

CREATE FUNCTION changed_lists_bump_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM bump_accounts(ARRAY(SELECT DISTINCT account_id FROM changed JOIN account_price_lists USING (price_list_id)));
  RETURN NULL;
END $$;

CREATE FUNCTION changed_price_lists_bump_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM bump_accounts(ARRAY(
    SELECT DISTINCT a.account_id FROM changed c JOIN account_price_lists a ON a.price_list_id = c.id));
  RETURN NULL;
END $$;

CREATE TRIGGER bump_insert AFTER INSERT ON api_keys REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_update AFTER UPDATE ON api_keys REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_delete AFTER DELETE ON api_keys REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_insert AFTER INSERT ON senders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_update AFTER UPDATE ON senders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_delete AFTER DELETE ON senders REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_insert AFTER INSERT ON account_price_lists REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_delete AFTER DELETE ON account_price_lists REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_insert AFTER INSERT ON price_list_entries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_lists_bump_accounts();
CREATE TRIGGER bump_update AFTER UPDATE ON price_list_entries REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_lists_bump_accounts();
CREATE TRIGGER bump_delete AFTER DELETE ON price_list_entries REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_lists_bump_accounts();
CREATE TRIGGER bump_update AFTER UPDATE ON price_lists REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_price_lists_bump_accounts();

CREATE FUNCTION account_change_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER bump_status BEFORE UPDATE OF status ON accounts
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION account_change_counts();
