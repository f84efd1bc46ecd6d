-- What an account can do in a loop has a bound, and deleting and registering again does not lift it.

-- What a code is to confirm: wrong guesses count by account and value, whichever sender or code they were made at. Rows of
-- processes that do not know the column yet count for their sender only.
ALTER TABLE sender_codes
  ADD COLUMN value text,
  ADD COLUMN contact text; -- where it went by e-mail, in small letters, or the account that has no contact; null: by SMS
UPDATE sender_codes c SET value = s.value FROM senders s WHERE s.id = c.sender_id;

CREATE INDEX sender_codes_value ON sender_codes (value, created_at);
CREATE INDEX sender_codes_contact ON sender_codes (contact, created_at) WHERE contact IS NOT NULL;
CREATE INDEX sender_codes_sms ON sender_codes (created_at) WHERE number IS NOT NULL;
DROP INDEX sender_codes_account;
CREATE INDEX sender_codes_account ON sender_codes (account_id, created_at);

-- Living senders are read by senders_once alone. What was deleted is looked at to answer who still sends from it, and to count
-- registrations; no index holds both, so that no plan reads the deleted ones on the way to the living.
DROP INDEX senders_account;
CREATE INDEX senders_deleted ON senders (account_id, value) WHERE deleted_at IS NOT NULL;
CREATE INDEX senders_deleted_at ON senders (account_id, deleted_at) WHERE deleted_at IS NOT NULL;
