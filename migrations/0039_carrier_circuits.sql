-- The circuit breaker of a carrier, shared by all processes and kept over a restart: while a carrier refuses every call or bind, one
-- process at a time sends a probe. One row per carrier that has ever refused or asked for a rest.
CREATE TABLE carrier_circuits (
  carrier_id uuid PRIMARY KEY REFERENCES carriers (id) ON DELETE CASCADE,
  -- refusals in a row; 0: it takes messages
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  reason text,
  refused_at timestamptz,
  -- no probe before this time
  retry_at timestamptz NOT NULL DEFAULT now(),
  -- a process waits for the answer to its probe, at most until then
  probe_until timestamptz NOT NULL DEFAULT '-infinity',
  -- the carrier asked for no calls until then (Retry-After)
  rest_until timestamptz NOT NULL DEFAULT '-infinity'
);
