-- Keys, prices and money as the operator keeps them.

-- What the operator's program calls an entry: asked for twice, it is booked once. Not the entry's own id, which has to rise
-- with time and must never meet that of a submission.
ALTER TABLE ledger ADD COLUMN request_id uuid;
CREATE UNIQUE INDEX ledger_request ON ledger (account_id, request_id) WHERE request_id IS NOT NULL;
-- Nearly all entries are charges. The others are looked for on their own, and would lie far apart among them.
CREATE INDEX ledger_others ON ledger (account_id, id) WHERE kind <> 'charge';

-- Prices that change while their list is being given to an account: neither transaction sees the other, and the account
-- would keep the old prices under its newest version. So both hold the list, and whoever comes second sees the first.
CREATE OR REPLACE FUNCTION changed_lists_bump_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM price_lists WHERE id IN (SELECT price_list_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
  PERFORM bump_accounts(ARRAY(SELECT DISTINCT account_id FROM changed JOIN account_price_lists USING (price_list_id)));
  RETURN NULL;
END $$;

CREATE FUNCTION assigned_lists_bump_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM price_lists WHERE id IN (SELECT price_list_id FROM changed) ORDER BY id FOR SHARE;
  PERFORM bump_accounts(ARRAY(SELECT DISTINCT account_id FROM changed));
  RETURN NULL;
END $$;
DROP TRIGGER bump_insert ON account_price_lists;
CREATE TRIGGER bump_insert AFTER INSERT ON account_price_lists REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION assigned_lists_bump_accounts();
