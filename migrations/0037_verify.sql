-- Requests that bring a verification code: their texts are shown without it.
ALTER TABLE submissions DROP CONSTRAINT submissions_via_check;
ALTER TABLE submissions ADD CONSTRAINT submissions_via_check
  CHECK (via IN ('http', 'email', 'console', 'smpp', 'verify')) NOT VALID;

-- One message with a code. Of those to a number the newest counts. Kept for two days, by which time no limit looks at it.
CREATE TABLE verifications (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  number text NOT NULL,
  prefix text NOT NULL, -- the range of 10,000 numbers
  country text NOT NULL,
  salt bytea,
  hash bytea CHECK (length(hash) = 32), -- null: confirmed, or over
  tries smallint NOT NULL DEFAULT 0,
  most_tries smallint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  -- The request that brings it, whose id is chosen here: it exists once that is accepted.
  submission_id uuid NOT NULL,
  -- Its text no longer holds the code.
  masked boolean NOT NULL DEFAULT false,
  idempotency_key text,
  request_hash bytea,
  PRIMARY KEY (account_id, id),
  CHECK (tries BETWEEN 0 AND most_tries),
  CHECK ((salt IS NULL) = (hash IS NULL)),
  CHECK (confirmed_at IS NULL OR hash IS NULL),
  CHECK ((idempotency_key IS NULL) = (request_hash IS NULL))
);
CREATE INDEX verifications_number ON verifications (account_id, number, created_at);
-- Those that may still be confirmed.
CREATE INDEX verifications_prefix ON verifications (account_id, prefix, expires_at) WHERE confirmed_at IS NULL;
CREATE INDEX verifications_country ON verifications (account_id, country, expires_at) WHERE confirmed_at IS NULL;
CREATE UNIQUE INDEX verifications_key ON verifications (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX verifications_unmasked ON verifications (expires_at) WHERE NOT masked;
CREATE INDEX verifications_created ON verifications USING brin (created_at);

-- How many codes were sent in an hour and how many of those were confirmed: of an account (scope ''), of a country (SI), of a range
-- of numbers (+3864012). Kept for 30 days; those of which none was confirmed, for 8.
CREATE TABLE verify_counts (
  account_id uuid NOT NULL,
  scope text NOT NULL,
  hour timestamptz NOT NULL,
  country text NOT NULL, -- of a range; '' otherwise
  started integer NOT NULL DEFAULT 0 CHECK (started >= 0),
  confirmed integer NOT NULL DEFAULT 0 CHECK (confirmed >= 0),
  -- Those of the unconfirmed ones that no longer count, because an operator has lifted the block that they led to.
  excused integer NOT NULL DEFAULT 0 CHECK (excused >= 0),
  PRIMARY KEY (account_id, scope, hour)
);
CREATE INDEX verify_counts_hour ON verify_counts (hour);

-- A country or a range of numbers to which an account sends no codes for a while, because hardly any was confirmed.
CREATE TABLE verify_blocks (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  scope text NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  until timestamptz NOT NULL,
  started integer NOT NULL,
  confirmed integer NOT NULL,
  UNIQUE (account_id, scope)
);

-- Texts of an account's own, by language.
CREATE TABLE verify_templates (
  account_id uuid NOT NULL,
  language text NOT NULL CHECK (language ~ '^[a-z]{2,3}$'),
  template text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, language)
);

-- What an operator allows one account in place of the settings; null: as they say.
CREATE TABLE verify_limits (
  account_id uuid PRIMARY KEY,
  per_number integer CHECK (per_number > 0),
  per_prefix integer CHECK (per_prefix > 0),
  fresh_prefix integer CHECK (fresh_prefix > 0),
  per_account integer CHECK (per_account > 0),
  conversion smallint CHECK (conversion BETWEEN 0 AND 100)
);
