-- Numbers by carrier, sums over all accounts, why messages did not arrive, and the rates of this moment.

-- Which carrier took the messages. Zeros: none did, or it was not counted at the time.
ALTER TABLE traffic ADD COLUMN carrier_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
ALTER TABLE traffic DROP CONSTRAINT traffic_pkey;
ALTER TABLE traffic ADD PRIMARY KEY (starts_at, account_id, country, carrier_id);

-- The same summed over all accounts: with a thousand of them, a month has millions of rows above and some thousands here.
CREATE TABLE traffic_of_all (
  starts_at timestamptz NOT NULL,
  currency text NOT NULL,
  country text NOT NULL,
  carrier_id uuid NOT NULL,
  accepted bigint NOT NULL,
  waiting bigint NOT NULL,
  sent bigint NOT NULL,
  delivered bigint NOT NULL,
  failed bigint NOT NULL,
  rejected bigint NOT NULL,
  unknown bigint NOT NULL,
  cancelled bigint NOT NULL,
  paid bigint NOT NULL,
  spend numeric(20, 6) NOT NULL,
  PRIMARY KEY (starts_at, currency, country, carrier_id)
);
INSERT INTO traffic_of_all
  SELECT t.starts_at, a.currency, t.country, t.carrier_id, sum(t.accepted), sum(t.waiting), sum(t.sent), sum(t.delivered),
    sum(t.failed), sum(t.rejected), sum(t.unknown), sum(t.cancelled), sum(t.paid), sum(t.spend)
  FROM traffic t JOIN accounts a ON a.id = t.account_id GROUP BY 1, 2, 3, 4;

-- Messages that are FAILED, REJECTED or UNKNOWN by their reason, the most frequent ones of each slice. Without an account: of
-- all accounts.
CREATE TABLE failures (
  starts_at timestamptz NOT NULL,
  account_id uuid,
  reason text NOT NULL,
  messages bigint NOT NULL
);
CREATE UNIQUE INDEX failures_once ON failures (starts_at, account_id, reason) NULLS NOT DISTINCT;
CREATE INDEX failures_account ON failures (account_id, starts_at);

-- What is still there is counted once more, by carrier and reason. What is gone keeps its numbers.
UPDATE traffic_slices SET due_at = now() WHERE due_at IS NULL AND starts_at >= (
  SELECT to_timestamp(min(('x' || left(replace(first, '-', ''), 12))::bit(48)::bigint) / 1000.0) FROM (
    SELECT substring(pg_get_expr(c.relpartbound, c.oid) FROM $$FROM \('([0-9a-f-]+)'$$) AS first
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'messages'::regclass) p);

-- What each process has accepted and learned to be delivered in the last seconds, by account, and who wants to know: while nobody
-- does, nothing is written here. Worth nothing after a crash.
CREATE UNLOGGED TABLE live_rates (
  holder uuid NOT NULL,
  account_id uuid NOT NULL,
  accepted double precision NOT NULL, -- a second
  delivered double precision NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, holder)
) WITH (fillfactor = 50);
CREATE UNLOGGED TABLE live_readers (
  holder uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL
) WITH (fillfactor = 50);
