-- What carriers cost, by which policy equal routes are ordered, and what a route shows as the sender.

-- Per segment. All in one currency, which those who write them see to: two could not be compared.
CREATE TABLE carrier_costs (
  carrier_id uuid NOT NULL REFERENCES carriers ON DELETE CASCADE,
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  unit_cost numeric(20, 6) NOT NULL CHECK (unit_cost >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  PRIMARY KEY (carrier_id, country)
);
CREATE TRIGGER changes AFTER INSERT OR UPDATE OR DELETE ON carrier_costs FOR EACH STATEMENT EXECUTE FUNCTION routing_changes();

-- Among routes of the same priority and prefix. Without a country: for all that have none of their own.
CREATE TABLE routing_policies (
  country text CHECK (country ~ '^[A-Z]{2}$'),
  policy text NOT NULL CHECK (policy IN ('weight', 'least cost', 'best delivery')),
  window_hours integer NOT NULL DEFAULT 24 CHECK (window_hours BETWEEN 1 AND 744),
  UNIQUE NULLS NOT DISTINCT (country)
);
CREATE TRIGGER changes AFTER INSERT OR UPDATE OR DELETE ON routing_policies FOR EACH STATEMENT EXECUTE FUNCTION routing_changes();

-- What carriers have delivered of what they took, as far as a policy asks for it. The same for all processes: they have to come to
-- the same decision about a message.
CREATE TABLE delivery_rates (
  carrier_id uuid NOT NULL REFERENCES carriers ON DELETE CASCADE,
  country text NOT NULL,
  percent smallint NOT NULL,
  messages bigint NOT NULL,
  PRIMARY KEY (carrier_id, country)
);
CREATE TRIGGER changes AFTER INSERT OR UPDATE OR DELETE ON delivery_rates FOR EACH STATEMENT EXECUTE FUNCTION routing_changes();

-- None: messages keep their sender. One: it is shown instead. Several: a pool, of which every recipient always sees the same.
ALTER TABLE routes ADD COLUMN senders text[] NOT NULL DEFAULT '{}';
-- Whether numbers are replaced as well, or names alone.
ALTER TABLE routes ADD COLUMN rewrites text NOT NULL DEFAULT 'all' CHECK (rewrites IN ('all', 'names'));

-- Segments that carriers took, for what they cost. What is still there is counted once more.
ALTER TABLE traffic ADD COLUMN segments bigint NOT NULL DEFAULT 0;
ALTER TABLE traffic_of_all ADD COLUMN segments bigint NOT NULL DEFAULT 0;
UPDATE traffic_slices SET due_at = now() WHERE due_at IS NULL AND starts_at >= (
  SELECT to_timestamp(min(('x' || left(replace(first, '-', ''), 12))::bit(48)::bigint) / 1000.0) FROM (
    SELECT substring(pg_get_expr(c.relpartbound, c.oid) FROM $$FROM \('([0-9a-f-]+)'$$) AS first
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'messages'::regclass) p);

-- Messages that asked to be sent over another carrier if no receipt comes in time; nothing else has a row here. Their state stays what
-- it is: the second try adds references by which receipts find the message, and never a charge or a report.
CREATE TABLE second_tries (
  account_id uuid NOT NULL,
  message_id uuid NOT NULL,
  seconds integer NOT NULL CHECK (seconds > 0),
  -- When it is looked at next.
  due_at timestamptz NOT NULL,
  -- Written before it is sent: there is never a third try.
  taken_at timestamptz,
  -- The first carrier that said it failed, while the other may still deliver it.
  failed_by uuid,
  PRIMARY KEY (account_id, message_id)
);
CREATE INDEX second_tries_due ON second_tries (due_at) WHERE taken_at IS NULL;
