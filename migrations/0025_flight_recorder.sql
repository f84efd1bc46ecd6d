-- Who asked for a submission, and by which way: for people who follow a message afterwards. Null for what was accepted before this
-- was kept, and for what the service sends by itself. Written with the row, which the request makes anyway.
ALTER TABLE submissions
  ADD COLUMN via text,
  ADD COLUMN key_id uuid,
  ADD COLUMN request_id text,
  ADD COLUMN actor text;
-- Not checked for rows that are there: they have none, and reading all of them would stop the service for minutes.
ALTER TABLE submissions ADD CONSTRAINT submissions_via_check
  CHECK (via IN ('http', 'email', 'console', 'smpp')) NOT VALID;

-- When the carrier took it; unknown for older ones.
ALTER TABLE parts ADD COLUMN taken_at timestamptz;

-- Receipts as carriers sent them, of messages that we know; those that belong to none are in unmatched_receipts. Only ever appended,
-- in the statement that settles them, which takes 4 µs more of a processor for each (sets of 500, `npm run bench -- search`). The one
-- index names ranges of blocks, as that of parts does: rows come nearly in the order of their messages.
CREATE TABLE receipt_log (
  account_id uuid NOT NULL,
  message_id uuid NOT NULL,
  carrier_id uuid NOT NULL, -- over which it came
  part smallint NOT NULL,
  outcome text NOT NULL,
  text text NOT NULL,
  received_at timestamptz NOT NULL
) PARTITION BY RANGE (message_id);
CREATE INDEX receipt_log_message ON receipt_log USING brin (message_id uuid_minmax_multi_ops)
  WITH (pages_per_range = 32, autosummarize = on);
