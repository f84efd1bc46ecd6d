-- Every second the latest parked receipts are looked at again, however many belong to nobody.
CREATE INDEX unmatched_receipts_age ON unmatched_receipts (received_at);

-- A parked receipt is looked for by the reference that it certainly means, which is its first key.
DROP INDEX unmatched_receipts_keys;
CREATE INDEX unmatched_receipts_certain ON unmatched_receipts (carrier_id, (keys[1]));
