-- What came in by e-mail and what became of it. One row a mail, written in the transaction that does what the mail asks
-- for; a mail that is to come again (451) leaves no row.
CREATE TABLE emails (
  id uuid PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT now(),
  via text NOT NULL CHECK (via IN ('SMTP', 'IMAP')),
  peer text, -- address of the client; none for a mailbox
  envelope_from text NOT NULL, -- empty: a bounce or another automatic mail
  from_address text,
  message_id text,
  subject text NOT NULL,
  headers jsonb NOT NULL, -- bounded in number and length
  tags jsonb NOT NULL, -- what was read; of the key only its prefix
  proof jsonb NOT NULL, -- whose mail it is: SPF, DKIM, alignment, or a trusted relay
  outcome text NOT NULL CHECK (outcome IN ('sent', 'repeated', 'dropped', 'rejected', 'error')),
  reason text,
  account_id uuid, -- none: the mail held no valid key
  submission_id uuid,
  message_ids uuid[] NOT NULL,
  size integer NOT NULL,
  text text -- the decoded text, key masked, kept for a few days
) PARTITION BY RANGE (id);
CREATE INDEX emails_account ON emails (account_id, id);
CREATE INDEX emails_text ON emails (id) WHERE text IS NOT NULL;

-- Repetitions of a mail are told like those of an HTTP request with an Idempotency-Key, and by the same rows: their
-- api_key_id is the account, and they live for as long as mail servers retry.
ALTER TABLE idempotent_answers ADD COLUMN expires_at timestamptz NOT NULL DEFAULT now() + interval '24 hours';
DROP INDEX idempotent_answers_age;
CREATE INDEX idempotent_answers_expiry ON idempotent_answers USING brin (expires_at);

-- For the limit of error e-mails to one address.
CREATE INDEX outgoing_mails_errors ON outgoing_mails (recipient, created_at) WHERE kind = 'email2sms error';
