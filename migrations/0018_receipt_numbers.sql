-- What a parked receipt needs to be matched by the same rule as when it came. Null: it was parked before these were kept.
ALTER TABLE unmatched_receipts
  ADD COLUMN carriers uuid[], -- whose messages it may be about: those of the same account with the SMSC
  ADD COLUMN numbers text[]; -- how the number must end that its message went to; empty: it names none
