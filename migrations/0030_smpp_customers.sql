-- Customers that bind to us by SMPP: who they are, what is bound now, and the parts of messages that are not whole yet.

CREATE TABLE smpp_credentials (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  -- Never given to a second one, also not after it was revoked: whoever reads a log knows whose it was.
  system_id text NOT NULL UNIQUE CHECK (system_id ~ '^[A-Za-z0-9_.-]{1,15}$'),
  -- scrypt with its cost and salt. A password has eight characters, since many clients of SMPP take no more.
  password text NOT NULL,
  -- The one before, which still counts for a while after a rotation.
  previous_password text,
  previous_until timestamptz,
  label text NOT NULL DEFAULT '',
  -- Addresses that may bind, as CIDR; none: any.
  allowed_ranges text[] NOT NULL DEFAULT '{}',
  -- Over all processes.
  max_binds smallint NOT NULL DEFAULT 10 CHECK (max_binds BETWEEN 1 AND 1000),
  -- Requests that may be unanswered on one bind, in each direction.
  send_window smallint NOT NULL DEFAULT 50 CHECK (send_window BETWEEN 1 AND 1000),
  -- Submits a second over all binds; none: what the service allows a key.
  rate integer CHECK (rate BETWEEN 1 AND 100000),
  -- What data_coding 0 is taken for.
  alphabet text NOT NULL DEFAULT 'gsm' CHECK (alphabet IN ('gsm', 'packed', 'latin1')),
  -- Whose national numbers are meant where a number is marked as national.
  country text CHECK (country ~ '^[A-Z]{2}$'),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  CHECK ((previous_password IS NULL) = (previous_until IS NULL))
);
CREATE INDEX smpp_credentials_account ON smpp_credentials (account_id);

-- As for API keys: what a send request is checked against has changed.
CREATE TRIGGER bump_insert AFTER INSERT ON smpp_credentials REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_update AFTER UPDATE ON smpp_credentials REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_delete AFTER DELETE ON smpp_credentials REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();

-- What is bound now. Each process writes its own rows again every few seconds; those of a process that has not been heard of for a
-- while count for nothing. Not logged: after a crash of PostgreSQL the processes write them again.
CREATE UNLOGGED TABLE smpp_binds (
  id uuid PRIMARY KEY,
  worker_id uuid NOT NULL,
  credential_id uuid NOT NULL,
  account_id uuid NOT NULL,
  system_id text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('transmitter', 'receiver', 'transceiver')),
  version smallint NOT NULL,
  address text NOT NULL,
  bound_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  submits bigint NOT NULL DEFAULT 0,
  delivers bigint NOT NULL DEFAULT 0,
  errors bigint NOT NULL DEFAULT 0,
  unanswered integer NOT NULL DEFAULT 0,
  active_at timestamptz,
  -- Why the process that has it is to close it, once somebody wants that.
  ending text
) WITH (fillfactor = 50);
CREATE INDEX smpp_binds_credential ON smpp_binds (credential_id);
CREATE INDEX smpp_binds_worker ON smpp_binds (worker_id);

-- Parts of long messages that are not whole yet. The id of the message is given by the first of them, and every part is answered
-- with it.
CREATE TABLE smpp_parts (
  credential_id uuid NOT NULL,
  sender text NOT NULL,
  destination text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('udh8', 'udh16', 'sar')),
  reference integer NOT NULL,
  total smallint NOT NULL,
  part smallint NOT NULL,
  account_id uuid NOT NULL,
  message_id uuid NOT NULL,
  alphabet text NOT NULL,
  octets bytea NOT NULL,
  -- What the part says of the message besides its text.
  wishes jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (credential_id, sender, destination, kind, reference, total, part)
);
CREATE INDEX smpp_parts_age ON smpp_parts (received_at);

-- Long messages that were sent, by a hash of what tells their parts, for an hour: a part that comes again after its answer was lost
-- is known by it.
CREATE TABLE smpp_parts_done (
  hash bytea PRIMARY KEY,
  marks bytea[] NOT NULL,
  done_at timestamptz NOT NULL DEFAULT now()
);

-- Which receipts the customer wants, as SMPP says it (registered_delivery); null for what did not come by SMPP.
ALTER TABLE submissions ADD COLUMN registered_delivery smallint;
