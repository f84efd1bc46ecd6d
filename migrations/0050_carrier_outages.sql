-- When carriers were down, for the charts. A row without an end is still open: at most one for each carrier.
CREATE TABLE carrier_outages (
  carrier_id uuid NOT NULL REFERENCES carriers (id) ON DELETE CASCADE,
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  error text,
  PRIMARY KEY (carrier_id, began_at)
);
CREATE UNIQUE INDEX carrier_outages_open ON carrier_outages (carrier_id) WHERE ended_at IS NULL;
CREATE INDEX carrier_outages_ended ON carrier_outages (ended_at);
