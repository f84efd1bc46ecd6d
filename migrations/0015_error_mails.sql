-- Whoever writes an address in other letters gets no more error e-mails for it.
DROP INDEX outgoing_mails_errors;
CREATE INDEX outgoing_mails_errors ON outgoing_mails (lower(recipient), created_at) WHERE kind = 'email2sms error';
