-- A name is not an identity: a customer chooses the name of a console session, and the holder of the operator token that of
-- X-Operator. The kind of the actor and its id say who it was. Null in rows that an older release wrote.
ALTER TABLE audit
  ADD COLUMN actor_kind text CHECK (actor_kind IN ('operator', 'operator-token', 'customer', 'api-key', 'system', 'anonymous')),
  -- By kind: the operator, the console session of the token or of a customer, the API key.
  ADD COLUMN actor_id uuid;

-- Beside actor, for requests from the console.
ALTER TABLE submissions ADD COLUMN actor_kind text;
