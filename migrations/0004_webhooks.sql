-- How events reach the customer. An event is its own place in the queue, like a message: `due_at` is the time from which
-- it may be taken (its next try, or the end of a lease).

ALTER TABLE outbox
  -- scheme, host and port of the URL: with the account, the endpoint that shares slots and a breaker
  ADD COLUMN origin text NOT NULL DEFAULT '',
  -- ready: may be delivered; blocked: an earlier event of the same subject has not ended yet
  ADD COLUMN state text NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'blocked', 'delivered', 'given up')),
  ADD COLUMN due_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN lease uuid,
  -- Requests made in the present round; a replay begins a new one.
  ADD COLUMN attempts smallint NOT NULL DEFAULT 0,
  -- The last request. Earlier ones are in webhook_attempts, so that the usual event is written once.
  ADD COLUMN attempted_at timestamptz,
  ADD COLUMN duration_ms integer,
  ADD COLUMN status smallint,
  ADD COLUMN error text,
  ADD COLUMN answer text;
CREATE INDEX outbox_ready ON outbox (account_id, origin, due_at) WHERE state = 'ready';
CREATE INDEX outbox_subject ON outbox (subject_id, id) WHERE state IN ('ready', 'blocked');
-- For the sweep that finds events whose predecessor ended while they were being written.
CREATE INDEX outbox_blocked ON outbox (created_at) WHERE state = 'blocked';
CREATE INDEX outbox_given_up ON outbox (account_id, id) WHERE state = 'given up';

CREATE TABLE webhook_attempts (
  account_id uuid NOT NULL,
  event_id uuid NOT NULL,
  attempted_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  status smallint,
  error text,
  answer text
) PARTITION BY RANGE (event_id);
CREATE INDEX webhook_attempts_event ON webhook_attempts (account_id, event_id, attempted_at);

-- Two live secrets during a rotation. Kept as they are: every request has to be signed with them.
CREATE TABLE webhook_secrets (
  account_id uuid NOT NULL REFERENCES accounts,
  id uuid NOT NULL,
  secret text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  PRIMARY KEY (account_id, id)
);
