-- A process that holds work says so here every few seconds. What it holds carries its id; when it has not been heard of for a
-- while, another process takes its row away and looks for that. Nothing that it holds is older than `oldest`, apart from what
-- it has taken from a queue, which stays in the index.
CREATE TABLE workers (
  id uuid PRIMARY KEY,
  oldest uuid NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);

-- The queue in which a message waits; none if it waits for nobody. The usual message is taken by the process that accepted it
-- and is never in a queue, so that nothing that changes in its life is in an index: its row is updated in place (HOT), where
-- every change of state used to write all indexes anew.
ALTER TABLE messages ADD COLUMN queue integer;
UPDATE messages SET queue = CASE state WHEN 'SCHEDULED' THEN -2 ELSE lane END WHERE state = 'SCHEDULED';
UPDATE messages SET queue = lane, lease = NULL WHERE state = 'QUEUED';
DROP INDEX messages_queue;
DROP INDEX messages_scheduled;
DROP INDEX messages_sent;
ALTER TABLE messages DROP COLUMN lane;
CREATE INDEX messages_queue ON messages (queue, bulk, account_id, due_at) WHERE queue IS NOT NULL;
CREATE INDEX messages_timed ON messages (queue, due_at) WHERE queue IN (-2, -4);

-- How far a walk through the messages has come, in the order of their ids. For those that are SENT and never heard of again.
CREATE TABLE walks (
  name text PRIMARY KEY,
  at uuid NOT NULL
);

-- An event behind one that its process has in memory only, until that is stored.
ALTER TABLE outbox ADD COLUMN behind uuid;

-- The queue of a carrier is called a queue everywhere.
ALTER TABLE carriers RENAME COLUMN lane TO queue;
ALTER SEQUENCE carriers_lane_seq RENAME TO carriers_queue_seq;
ALTER TABLE carriers RENAME CONSTRAINT carriers_lane_key TO carriers_queue_key;
