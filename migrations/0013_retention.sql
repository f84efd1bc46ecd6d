-- What is old goes, and what somebody asks us to forget.

-- Which weeks still hold messages that were scheduled far ahead. Only scheduled requests are in it.
CREATE INDEX submissions_scheduled ON submissions (scheduled_at) WHERE scheduled_at IS NOT NULL;

-- The smallest id of so many milliseconds after this one. The messages of a submission are made right behind it: with this
-- border they are found by the primary key.
CREATE FUNCTION uuid_after(id uuid, milliseconds bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint + milliseconds), 12, '0')
    || repeat('0', 20))::uuid
$$;
