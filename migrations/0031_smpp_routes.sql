-- Which way receipts and inbound messages go to a customer: to a webhook, to its SMPP binds or to both; auto: the way by which they
-- were asked for. A sender without a word of its own does as its account.
ALTER TABLE accounts
  ADD COLUMN receipts text NOT NULL DEFAULT 'auto' CHECK (receipts IN ('auto', 'webhook', 'smpp', 'both')),
  ADD COLUMN inbound text NOT NULL DEFAULT 'auto' CHECK (inbound IN ('auto', 'webhook', 'smpp', 'both'));
ALTER TABLE senders
  ADD COLUMN receipts text CHECK (receipts IN ('auto', 'webhook', 'smpp', 'both')),
  ADD COLUMN inbound text CHECK (inbound IN ('auto', 'webhook', 'smpp', 'both'));

-- Part of what a send request is checked against.
CREATE TRIGGER bump_routes BEFORE UPDATE OF receipts ON accounts
  FOR EACH ROW WHEN (OLD.receipts IS DISTINCT FROM NEW.receipts) EXECUTE FUNCTION account_change_counts();

-- How an inbound message that is too long for one deliver_sm reaches whoever binds with this: as parts with a header, or whole, in
-- message_payload.
ALTER TABLE smpp_credentials
  ADD COLUMN long_inbound text NOT NULL DEFAULT 'parts' CHECK (long_inbound IN ('parts', 'payload'));
