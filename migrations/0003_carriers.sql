-- How messages leave, and how receipts and answers come back.

CREATE TABLE carriers (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  -- simulator: or smpp(s)://system_id:password@host:port?settings; holds a secret, never shown.
  url text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE routes (
  id uuid PRIMARY KEY,
  carrier_id uuid NOT NULL REFERENCES carriers ON DELETE CASCADE,
  country text CHECK (country ~ '^[A-Z]{2}$'), -- null: every country
  prefix text CHECK (prefix ~ '^\+[1-9][0-9]{0,14}$'), -- null: every number
  priority integer NOT NULL DEFAULT 100, -- the lowest that works is used
  weight integer NOT NULL DEFAULT 1 CHECK (weight > 0), -- share among equals
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX routes_carrier ON routes (carrier_id);

-- One number that every change of carriers and routes counts up: processes ask for it once a second, and read the rest
-- only when it has changed.
CREATE TABLE routing (version bigint NOT NULL);
CREATE UNIQUE INDEX routing_once ON routing ((true));
INSERT INTO routing VALUES (1);
CREATE FUNCTION routing_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE routing SET version = version + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER changes AFTER INSERT OR UPDATE OR DELETE ON carriers FOR EACH STATEMENT EXECUTE FUNCTION routing_changes();
CREATE TRIGGER changes AFTER INSERT OR UPDATE OR DELETE ON routes FOR EACH STATEMENT EXECUTE FUNCTION routing_changes();

-- A message is its own place in the queue. `due_at` is the time from which it may be taken: its schedule, the end of a
-- lease, the next try. So what cannot run now lies behind the part of the index that a claim reads.
ALTER TABLE messages
  ADD COLUMN bulk boolean NOT NULL DEFAULT false,
  ADD COLUMN attempts smallint NOT NULL DEFAULT 0,
  -- Who has taken it. Whoever writes the result has to name it: one that slept through its lease finds another there.
  ADD COLUMN lease uuid,
  ADD COLUMN carrier_id uuid,
  ADD COLUMN reason text;
CREATE INDEX messages_queue ON messages (bulk, account_id, due_at) WHERE state = 'QUEUED';
CREATE INDEX messages_scheduled ON messages (due_at) WHERE state = 'SCHEDULED';
CREATE INDEX messages_sent ON messages (state_at) WHERE state = 'SENT';

-- What a carrier took: one row per part on the wire, found by the carrier's reference. The outcome of single parts is
-- kept only where there are several; a message of one part carries it itself.
CREATE TABLE parts (
  carrier_id uuid NOT NULL,
  reference text NOT NULL,
  account_id uuid NOT NULL,
  message_id uuid NOT NULL,
  part smallint NOT NULL,
  total smallint NOT NULL,
  outcome text CHECK (outcome IN ('delivered', 'failed', 'rejected', 'unknown'))
) PARTITION BY RANGE (message_id);
CREATE INDEX parts_reference ON parts (carrier_id, reference);
CREATE INDEX parts_message ON parts (account_id, message_id) WHERE total > 1;

-- Receipts that came before their submit was answered, or that belong to nobody. Kept for 72 hours.
CREATE TABLE unmatched_receipts (
  id uuid PRIMARY KEY,
  carrier_id uuid NOT NULL,
  keys text[] NOT NULL, -- the certain one first
  outcome text NOT NULL,
  destination text NOT NULL,
  error text,
  text text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX unmatched_receipts_keys ON unmatched_receipts USING gin (keys);

-- Parts of inbound messages, until all are there or their time is up.
CREATE TABLE inbound_parts (
  carrier_id uuid NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  reference integer NOT NULL,
  total smallint NOT NULL,
  part smallint NOT NULL,
  alphabet text NOT NULL,
  octets bytea NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (carrier_id, sender, recipient, reference, total, part)
);
CREATE INDEX inbound_parts_age ON inbound_parts (received_at);

-- What came in. Without an account: it was sent to nobody we know, and is shown to the operator only.
CREATE TABLE inbound_messages (
  id uuid NOT NULL,
  account_id uuid,
  sender_id uuid,
  carrier_id uuid NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  text text NOT NULL,
  complete boolean NOT NULL,
  received_at timestamptz NOT NULL
) PARTITION BY RANGE (id);
CREATE INDEX inbound_messages_account ON inbound_messages (account_id, id);
CREATE INDEX senders_inbound ON senders (value) WHERE deleted_at IS NULL AND status = 'Confirmed' AND channel = 'SMS';
