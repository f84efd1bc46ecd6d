-- The life of a sender: who may move it where, and the codes that confirm it.

ALTER TABLE senders
  ADD COLUMN rejection_reason text,
  ADD COLUMN status_at timestamptz NOT NULL DEFAULT now(),
  ADD CONSTRAINT reason_of_rejection CHECK (rejection_reason IS NULL OR status = 'Rejected');
-- For the list of an account's senders, and for the context of the send path, which knows the deleted ones too.
CREATE INDEX senders_account ON senders (account_id, id);

-- The same transitions as src/domain/sender.ts and docs/state-machines.md; a test tries every pair of statuses. A trigger,
-- so that a change made by hand in SQL cannot skip the confirmation either.
CREATE FUNCTION sender_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (
    ('Pending', 'Confirmation Pending'),
    ('Pending', 'Rejected'),
    ('Confirmation Pending', 'Confirmed')
  ) THEN
    RAISE EXCEPTION 'a sender does not go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  NEW.status_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER moves BEFORE UPDATE OF status ON senders
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION sender_moves();

-- One row per code that was sent. The row outlives the code by a day at most: how many were sent to a number counts,
-- whoever has deleted and registered it in between.
CREATE TABLE sender_codes (
  id uuid PRIMARY KEY,
  sender_id uuid NOT NULL REFERENCES senders,
  account_id uuid NOT NULL,
  number text, -- where it went by SMS; null: by e-mail
  salt bytea,
  hash bytea CHECK (length(hash) = 32), -- null: used, replaced or expired
  tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CHECK ((salt IS NULL) = (hash IS NULL))
);
CREATE UNIQUE INDEX sender_codes_live ON sender_codes (sender_id) WHERE hash IS NOT NULL;
CREATE INDEX sender_codes_sender ON sender_codes (sender_id, created_at);
CREATE INDEX sender_codes_number ON sender_codes (number, created_at) WHERE number IS NOT NULL;
CREATE INDEX sender_codes_account ON sender_codes (account_id, created_at) WHERE number IS NOT NULL;
