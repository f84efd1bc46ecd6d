-- Who may use the console: operators with a name, the sessions that are open, and the links that open one.

CREATE TABLE console_operators (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  role text NOT NULL CHECK (role IN ('admin', 'support')),
  -- What the role support may read besides: texts, and what is known of keys.
  grants text[] NOT NULL DEFAULT '{}' CHECK (grants <@ ARRAY['text', 'keys']),
  -- scrypt with its cost and salt; none: only links lead in.
  password text,
  -- The secret that the codes of a second factor are made of, once it was confirmed by a code; before that it is the new one.
  totp_secret bytea,
  totp_new_secret bytea,
  -- The half minute whose code was used last: no code counts twice.
  totp_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_login_at timestamptz
);
CREATE UNIQUE INDEX console_operators_name ON console_operators (lower(name));

-- A session lives as long as its row. It belongs to an operator, to an account, or to whoever has the operator token.
CREATE TABLE console_sessions (
  id uuid PRIMARY KEY,
  -- SHA-256 of what the cookie holds, which is 256 random bits.
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  operator_id uuid REFERENCES console_operators ON DELETE CASCADE,
  account_id uuid REFERENCES accounts,
  owner uuid NOT NULL GENERATED ALWAYS AS
    (coalesce(operator_id, account_id, '00000000-0000-0000-0000-000000000000')) STORED,
  -- The key that issued the link: the session ends with it.
  key_id uuid,
  -- The operator token, keyed with what the cookie holds: the session ends when the token is changed.
  token_mark bytea,
  name text NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(operator_id, account_id, token_mark) = 1)
) WITH (fillfactor = 70); -- the last use is written again and again
CREATE INDEX console_sessions_owner ON console_sessions (owner, created_at);

-- A link opens one session: its row is deleted by whoever uses it.
CREATE TABLE console_links (
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  operator_id uuid REFERENCES console_operators ON DELETE CASCADE,
  account_id uuid REFERENCES accounts,
  key_id uuid,
  name text NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK (num_nonnulls(operator_id, account_id) <= 1)
);

-- What wrong passwords, tokens and codes cost, over all processes: until when the debt of an address or a name is paid. Names are
-- hashed, since people type passwords where names belong.
CREATE TABLE console_attempts (
  subject text PRIMARY KEY,
  until timestamptz NOT NULL
);
