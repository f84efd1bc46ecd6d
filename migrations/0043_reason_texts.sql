-- The operator's texts for the error codes of a carrier, by code: {"001": "Blocked at night"}. They come before the built-in table.
ALTER TABLE carriers ADD COLUMN reason_texts jsonb NOT NULL DEFAULT '{}';
