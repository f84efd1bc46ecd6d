-- What data_coding 0 means where alphabet is gsm: octets above 0x7F are refused (true), or make the text Latin-1 (false; the API's auto).
ALTER TABLE smpp_credentials ADD COLUMN strict_gsm boolean NOT NULL DEFAULT false;

-- Whether receipts of what was submitted with it may go to binds of the account's other credentials.
ALTER TABLE smpp_credentials ADD COLUMN receipt_binds text NOT NULL DEFAULT 'own' CHECK (receipt_binds IN ('own', 'account'));

-- Texts that were read as Latin-1 although they came with data_coding 0: how many on the last day (UTC) that had any.
CREATE TABLE smpp_latin1 (
  credential_id uuid PRIMARY KEY REFERENCES smpp_credentials (id),
  day date NOT NULL,
  texts integer NOT NULL CHECK (texts > 0),
  last_at timestamptz NOT NULL
);

-- Events that wait for binds: of an account, or of one credential, whose id is in the URL then.
CREATE INDEX outbox_bound ON outbox (account_id, url, due_at, id) WHERE state = 'ready' AND origin = 'smpp:';
