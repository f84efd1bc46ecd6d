-- What a transaction is for. A charge names how many messages it paid for, and the message itself (message_id) if there is only one;
-- both outlive the messages. Null in charges that an older release wrote.
ALTER TABLE ledger ADD COLUMN messages integer CHECK (messages > 0);

-- What the customer reads of a top-up or an adjustment, such as the number of an invoice. The note beside it is for operators only.
ALTER TABLE ledger ADD COLUMN reference text;
