-- Interfaces of other gateways that an account may use besides the service's own. NULL: none, as usual.
ALTER TABLE accounts ADD COLUMN doors text[] CHECK (doors <@ ARRAY['kannel', 'jasmin', 'twilio']);
