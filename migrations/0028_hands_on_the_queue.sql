-- Until when a message may be handed over, where its request says so. Most say nothing, and have no entry in the index either.
ALTER TABLE messages ADD COLUMN expires_at timestamptz;
CREATE INDEX messages_expiring ON messages (expires_at) WHERE queue >= -1 AND expires_at IS NOT NULL;

-- What waits because an operator said so: the messages of an account, those for a carrier, or all of them.
CREATE TABLE pauses (
  kind text NOT NULL CHECK (kind IN ('all', 'carrier', 'account')),
  -- The carrier or the account; of everything, the UUID of zeros.
  subject_id uuid NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  PRIMARY KEY (kind, subject_id),
  CHECK ((kind = 'all') = (subject_id = '00000000-0000-0000-0000-000000000000'))
);
CREATE TRIGGER changes AFTER INSERT OR UPDATE OR DELETE ON pauses FOR EACH STATEMENT EXECUTE FUNCTION routing_changes();
