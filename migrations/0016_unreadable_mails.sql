-- Mails that took too long to read or too much memory, by the SHA-256 of their bytes. After two tries a mail is not read
-- any more, whichever process it comes to and however often it comes again.
CREATE TABLE unreadable_mails (
  hash bytea PRIMARY KEY CHECK (length(hash) = 32),
  tries integer NOT NULL,
  reason text NOT NULL,
  tried_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX unreadable_mails_age ON unreadable_mails (tried_at);
