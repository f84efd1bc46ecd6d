-- E-mails that the service writes: confirmation codes and answers to Email2SMS requests that could not be sent. Written in
-- the transaction that causes them. Without a relay they are `kept`, for the operator to read.
CREATE TABLE outgoing_mails (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sender code', 'email2sms error')),
  -- What the mail is about: a sender, or an e-mail that came in.
  subject_id uuid NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  in_reply_to text, -- Message-ID of the mail that this one answers
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'kept', 'sent', 'given up')),
  -- The time from which it may be taken: its next try, or the end of a lease.
  due_at timestamptz NOT NULL DEFAULT now(),
  lease uuid,
  attempts smallint NOT NULL DEFAULT 0,
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE INDEX outgoing_mails_waiting ON outgoing_mails (due_at) WHERE state = 'waiting';
CREATE INDEX outgoing_mails_account ON outgoing_mails (account_id, id);
CREATE INDEX outgoing_mails_subject ON outgoing_mails (subject_id);

-- From which addresses an e-mail may use the key, in lower case. None: from any.
ALTER TABLE api_keys ADD COLUMN allowed_emails text[] NOT NULL DEFAULT '{}';
