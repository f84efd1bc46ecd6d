-- Routing over all processes: where a message waits, and who is connected to what.

-- A message waits in the lane of the carrier that is to take it, and only processes connected to that carrier look there.
-- 0: not decided yet, or in somebody's hands. -1: no route led anywhere when it was accepted.
ALTER TABLE carriers ADD COLUMN lane integer GENERATED ALWAYS AS IDENTITY UNIQUE;
ALTER TABLE messages ADD COLUMN lane integer NOT NULL DEFAULT 0;
DROP INDEX messages_queue;
CREATE INDEX messages_queue ON messages (lane, bulk, account_id, due_at) WHERE state = 'QUEUED';

-- What each process knows of its connections, renewed every few seconds: one that is not renewed is gone. Nothing is lost
-- with it, so it needs no log.
CREATE UNLOGGED TABLE carrier_links (
  carrier_id uuid NOT NULL,
  holder uuid NOT NULL,
  links integer NOT NULL, -- connections that are up
  throttled_until timestamptz NOT NULL,
  since timestamptz NOT NULL, -- up, or not, since then
  error text, -- why it was last down
  error_at timestamptz,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (carrier_id, holder)
);

-- Parts of inbound messages that were put together or given up: one that comes again is no new message.
CREATE TABLE inbound_done (
  carrier_id uuid NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  reference integer NOT NULL,
  total smallint NOT NULL,
  parts text[] NOT NULL, -- the number of each and a hash of its octets
  done_at timestamptz NOT NULL,
  PRIMARY KEY (carrier_id, sender, recipient, reference, total)
);
CREATE INDEX inbound_done_age ON inbound_done (done_at);
