-- Tries of a message that no carrier answered: each may have reached the phone, so they are few.
ALTER TABLE messages ADD COLUMN unanswered smallint NOT NULL DEFAULT 0;

-- What carriers did not take, by the hour and by their status, for a day.
CREATE TABLE carrier_refusals (
  carrier_id uuid NOT NULL REFERENCES carriers (id) ON DELETE CASCADE,
  status text NOT NULL,
  hour timestamptz NOT NULL,
  count bigint NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (carrier_id, status, hour)
);
