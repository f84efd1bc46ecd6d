-- Webhooks are taken by turns of the accounts, each account's due events first: what an account has waiting, on however many
-- endpoints, costs nothing until it is due. In place of the index by endpoint, with which every waiting endpoint was passed.
CREATE INDEX outbox_due ON outbox (account_id, due_at, id) WHERE state = 'ready';
DROP INDEX outbox_ready;

-- How often an event was taken from the queue since it last had a result. One that never gets one (it kills whoever takes
-- it) is set aside after a few.
ALTER TABLE outbox ADD COLUMN claims smallint NOT NULL DEFAULT 0;
