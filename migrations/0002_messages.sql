-- What was accepted and what became of it. Tables that grow with traffic are partitioned by their UUIDv7 key, that is by
-- time: a look-up by id touches one partition, and retention is a DROP. Partitions are made by store/partitions.ts.
-- No foreign keys from here to accounts: each insert would lock the account's row (KEY SHARE), the hottest row there is.

-- One accepted request. The text is stored once, however many recipients there are.
CREATE TABLE submissions (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  sender_id uuid NOT NULL,
  sender text NOT NULL,
  content text NOT NULL,
  encoding text NOT NULL CHECK (encoding IN ('GSM-7', 'UCS-2')),
  segments smallint NOT NULL CHECK (segments > 0),
  price_report boolean NOT NULL,
  delivery_report_url text,
  scheduled_at timestamptz, -- null: sent at once
  accepted_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
) PARTITION BY RANGE (id);

-- One recipient. The key begins with the account because every hot query does, which makes the account the natural
-- distribution key of a sharded PostgreSQL, and because it serves "newest first" with no second index.
CREATE TABLE messages (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  submission_id uuid NOT NULL,
  destination text NOT NULL,
  country text NOT NULL,
  price numeric(20, 6) NOT NULL CHECK (price >= 0),
  state text NOT NULL CHECK (state IN (
    'SCHEDULED', 'QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'REJECTED', 'UNKNOWN', 'CANCELLED')),
  due_at timestamptz NOT NULL,
  state_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
) PARTITION BY RANGE (id);

-- Webhook events, written in the transaction that changes the state they tell of.
CREATE TABLE outbox (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('delivery report', 'inbound message', 'sender status')),
  -- What the event is about: events of one subject are delivered in order.
  subject_id uuid NOT NULL,
  url text NOT NULL,
  payload text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
) PARTITION BY RANGE (id);

-- Answers to requests that carried an Idempotency-Key, stored in the transaction that accepted them.
CREATE TABLE idempotent_answers (
  api_key_id uuid NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  answer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (api_key_id, key)
);
CREATE INDEX idempotent_answers_age ON idempotent_answers USING brin (created_at);

-- Block indexes: a few bytes per thousands of rows, next to nothing on insert. One finds all messages to a number, the
-- other a message by its id alone, among tens of millions of rows in some ten milliseconds.
CREATE INDEX messages_destination ON messages
  USING brin (destination text_bloom_ops (n_distinct_per_range = 2000, false_positive_rate = 0.01))
  WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX messages_id ON messages USING brin (id) WITH (pages_per_range = 64, autosummarize = on);
