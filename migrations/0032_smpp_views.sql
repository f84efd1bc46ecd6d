-- What operators see of live binds besides the counts: how many submits and deliveries a second lately, and until when the process
-- that has it writes down its PDUs.
ALTER TABLE smpp_binds
  ADD COLUMN submit_rate real NOT NULL DEFAULT 0,
  ADD COLUMN deliver_rate real NOT NULL DEFAULT 0,
  ADD COLUMN log_until timestamptz;

-- PDUs of a bind that an operator wants to see, with passwords and texts left out. Not logged and gone after a day: nothing
-- depends on them.
CREATE UNLOGGED TABLE smpp_pdus (
  bind_id uuid NOT NULL,
  -- In the order of the wire.
  place integer NOT NULL,
  account_id uuid NOT NULL,
  at timestamptz NOT NULL,
  direction text NOT NULL CHECK (direction IN ('in', 'out')),
  command text NOT NULL,
  sequence bigint NOT NULL,
  status bigint NOT NULL,
  fields jsonb NOT NULL,
  PRIMARY KEY (bind_id, place)
);
CREATE INDEX smpp_pdus_age ON smpp_pdus (at);
