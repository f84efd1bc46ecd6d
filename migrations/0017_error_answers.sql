-- Error e-mails are limited for each account and address, so that no customer silences another's. The last one before
-- silence says until when; the time is kept with it.
ALTER TABLE outgoing_mails ADD COLUMN silent_until timestamptz;
DROP INDEX outgoing_mails_errors;
CREATE INDEX outgoing_mails_errors ON outgoing_mails (account_id, lower(recipient), created_at)
  WHERE kind = 'email2sms error';

-- Beyond what is listed one by one within an hour, a row stands for many mails.
ALTER TABLE emails ADD COLUMN count integer NOT NULL DEFAULT 1 CHECK (count > 0);
