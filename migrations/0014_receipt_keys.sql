-- A parked receipt is looked for by the reference that it certainly means, which is its first key.
DROP INDEX unmatched_receipts_keys;
CREATE INDEX unmatched_receipts_certain ON unmatched_receipts (carrier_id, (keys[1]));
