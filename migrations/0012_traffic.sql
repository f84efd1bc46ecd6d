-- What the operator looks at: lists over all accounts, and what became of the messages of every hour.

-- Newest first over all accounts, and little traffic: a plain index is affordable here, unlike on messages and outbox.
CREATE INDEX inbound_messages_id ON inbound_messages (id);
-- Which carrier took a message. Parts are written once and in the order of time, but for messages that were scheduled or had
-- to wait: several intervals per block range keep a single late one from stretching it over days.
CREATE INDEX parts_of_message ON parts USING brin (message_id uuid_minmax_multi_ops)
  WITH (pages_per_range = 32, autosummarize = on);

-- A stretch of time whose messages (by the time in their ids) are counted together: a minute at first, merged into its hour
-- later. Counted again and again while messages can still change state.
CREATE TABLE traffic_slices (
  starts_at timestamptz PRIMARY KEY,
  ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
  due_at timestamptz, -- when to count again; null: never, these are the final numbers
  counted_at timestamptz
);
CREATE INDEX traffic_slices_due ON traffic_slices (starts_at) WHERE due_at IS NOT NULL;
CREATE INDEX traffic_slices_minutes ON traffic_slices (starts_at) WHERE ends_at - starts_at < interval '1 hour';

-- The messages of a slice by the state they are in. Never dropped: it outlives the messages.
CREATE TABLE traffic (
  starts_at timestamptz NOT NULL,
  account_id uuid NOT NULL,
  country text NOT NULL,
  accepted bigint NOT NULL, -- all of them
  waiting bigint NOT NULL,
  sent bigint NOT NULL,
  delivered bigint NOT NULL,
  failed bigint NOT NULL,
  rejected bigint NOT NULL,
  unknown bigint NOT NULL,
  cancelled bigint NOT NULL,
  paid bigint NOT NULL, -- messages that were charged and not given back
  spend numeric(20, 6) NOT NULL, -- charges less refunds
  PRIMARY KEY (starts_at, account_id, country)
);
CREATE INDEX traffic_account ON traffic (account_id, starts_at);

-- How long delivery took, as a histogram: unlike a median, it can be added up. Without an account: of all accounts.
CREATE TABLE delivery_times (
  starts_at timestamptz NOT NULL,
  account_id uuid,
  bucket smallint NOT NULL, -- src/domain/delivery-time.ts
  messages bigint NOT NULL,
  UNIQUE NULLS NOT DISTINCT (account_id, starts_at, bucket)
);
CREATE INDEX delivery_times_slice ON delivery_times (starts_at);
