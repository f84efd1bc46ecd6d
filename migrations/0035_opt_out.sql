-- Who wants no messages, from which account or sender.

-- Numbers are compared by a keyed hash: sha256(outer || sha256(inner || account, number)), with two keys of a whole block each. What
-- is left of a person who was erased is this hash, and without the keys nobody can try all the numbers there are.
CREATE TABLE opt_out_keys (
  inner_key bytea NOT NULL CHECK (length(inner_key) = 64),
  outer_key bytea NOT NULL CHECK (length(outer_key) = 64)
);
CREATE UNIQUE INDEX opt_out_keys_once ON opt_out_keys ((true));
INSERT INTO opt_out_keys
  SELECT
    (SELECT string_agg(uuid_send(gen_random_uuid()), ''::bytea) FROM generate_series(1, 4)),
    (SELECT string_agg(uuid_send(gen_random_uuid()), ''::bytea) FROM generate_series(1, 4));

CREATE TABLE opt_outs (
  account_id uuid NOT NULL REFERENCES accounts,
  mark bytea NOT NULL CHECK (length(mark) = 32),
  -- The sender by its value, which outlives the sender; empty: all of the account.
  sender text NOT NULL,
  id uuid NOT NULL,
  -- Null once it was erased.
  number text,
  source text NOT NULL CHECK (source IN ('keyword', 'request', 'import', 'operator')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, mark, sender)
);
CREATE UNIQUE INDEX opt_outs_list ON opt_outs (account_id, id);

-- Every change counts the version of the account up, which the statement that accepts compares: what was checked against the list
-- before is checked again. Not for UPDATE: an erased number is opted out as before.
CREATE TRIGGER bump_insert AFTER INSERT ON opt_outs REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_delete AFTER DELETE ON opt_outs REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();

-- Accounts that have said something about it; the others have the usual settings.
CREATE TABLE opt_out_settings (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  enabled boolean NOT NULL,
  scope text NOT NULL CHECK (scope IN ('account', 'sender')),
  languages text[] NOT NULL,
  words jsonb NOT NULL,
  replaces boolean NOT NULL,
  answers jsonb NOT NULL
);

-- How often a number was answered on a day, so that two machines that answer each other come to an end.
CREATE TABLE opt_out_answers (
  account_id uuid NOT NULL,
  mark bytea NOT NULL,
  day date NOT NULL,
  answers smallint NOT NULL,
  PRIMARY KEY (account_id, mark, day)
);
CREATE INDEX opt_out_answers_day ON opt_out_answers (day);
