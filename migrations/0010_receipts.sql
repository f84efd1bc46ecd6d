-- Every second the latest parked receipts are looked at again, however many belong to nobody.
CREATE INDEX unmatched_receipts_age ON unmatched_receipts (received_at);
