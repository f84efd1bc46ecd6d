-- A carrier over HTTP: how a generic one is called, what its callbacks are signed with, and the secret in their path, which
-- every carrier has, so that an address may become one of HTTP later. Few rows: written anew, each with a secret of its own.
ALTER TABLE carriers ADD COLUMN description json;
ALTER TABLE carriers ADD COLUMN signing_secret text;
ALTER TABLE carriers ADD COLUMN callback_secret text NOT NULL
  DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
