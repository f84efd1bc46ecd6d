-- What the migrations make. Written by scripts/schema.ts; do not edit.

-- tables

CREATE TABLE account_price_lists (
  account_id uuid NOT NULL,
  price_list_id uuid NOT NULL,
  currency text NOT NULL
);

CREATE TABLE accounts (
  id uuid NOT NULL,
  name text NOT NULL,
  currency text NOT NULL,
  balance numeric(20,6) NOT NULL DEFAULT 0,
  credit_limit numeric(20,6) NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'active'::text,
  contact_email text,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  receipts text NOT NULL DEFAULT 'auto'::text,
  inbound text NOT NULL DEFAULT 'auto'::text,
  doors text[]
) WITH (fillfactor=50);

CREATE TABLE api_key_uses (
  key_id uuid NOT NULL,
  last_used_at timestamp with time zone NOT NULL
) WITH (fillfactor=50);

CREATE TABLE api_keys (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  hash bytea NOT NULL,
  prefix text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  allowed_emails text[] NOT NULL DEFAULT '{}'::text[],
  label text NOT NULL DEFAULT ''::text,
  callback_key text,
  issued_with uuid
);

CREATE TABLE audit (
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  actor text NOT NULL,
  address text,
  action text NOT NULL,
  subject_id text,
  account_id uuid,
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  actor_kind text,
  actor_id uuid
);

CREATE TABLE carrier_circuits (
  carrier_id uuid NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  reason text,
  refused_at timestamp with time zone,
  retry_at timestamp with time zone NOT NULL DEFAULT now(),
  probe_until timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  rest_until timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone
);

CREATE TABLE carrier_costs (
  carrier_id uuid NOT NULL,
  country text NOT NULL,
  unit_cost numeric(20,6) NOT NULL,
  currency text NOT NULL
);

CREATE TABLE carrier_links (
  carrier_id uuid NOT NULL,
  holder uuid NOT NULL,
  links integer NOT NULL,
  throttled_until timestamp with time zone NOT NULL,
  since timestamp with time zone NOT NULL,
  error text,
  error_at timestamp with time zone,
  seen_at timestamp with time zone NOT NULL
);

CREATE TABLE carrier_outages (
  carrier_id uuid NOT NULL,
  began_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  error text
);

CREATE TABLE carrier_refusals (
  carrier_id uuid NOT NULL,
  status text NOT NULL,
  hour timestamp with time zone NOT NULL,
  count bigint NOT NULL,
  last_at timestamp with time zone NOT NULL
);

CREATE TABLE carriers (
  id uuid NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  queue integer NOT NULL GENERATED AS IDENTITY,
  description json,
  signing_secret text,
  callback_secret text NOT NULL DEFAULT replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text),
  reason_texts jsonb NOT NULL DEFAULT '{}'::jsonb
);

CREATE TABLE console_attempts (
  subject text NOT NULL,
  until timestamp with time zone NOT NULL
);

CREATE TABLE console_links (
  hash bytea NOT NULL,
  operator_id uuid,
  account_id uuid,
  key_id uuid,
  name text NOT NULL,
  expires_at timestamp with time zone NOT NULL
);

CREATE TABLE console_operators (
  id uuid NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  grants text[] NOT NULL DEFAULT '{}'::text[],
  password text,
  totp_secret bytea,
  totp_new_secret bytea,
  totp_step bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_login_at timestamp with time zone
);

CREATE TABLE console_sessions (
  id uuid NOT NULL,
  hash bytea NOT NULL,
  operator_id uuid,
  account_id uuid,
  owner uuid NOT NULL GENERATED AS (COALESCE(operator_id, account_id, '00000000-0000-0000-0000-000000000000'::uuid)),
  key_id uuid,
  token_mark bytea,
  name text NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  last_seen_at timestamp with time zone NOT NULL DEFAULT now()
) WITH (fillfactor=70);

CREATE TABLE data_keys (
  id text NOT NULL,
  wrapped text NOT NULL,
  master text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE delivery_rates (
  carrier_id uuid NOT NULL,
  country text NOT NULL,
  percent smallint NOT NULL,
  messages bigint NOT NULL
);

CREATE TABLE delivery_times (
  starts_at timestamp with time zone NOT NULL,
  account_id uuid,
  buckets smallint[] NOT NULL,
  messages bigint[] NOT NULL
);

CREATE TABLE emails (
  id uuid NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  via text NOT NULL,
  peer text,
  envelope_from text NOT NULL,
  from_address text,
  message_id text,
  subject text NOT NULL,
  headers jsonb NOT NULL,
  tags jsonb NOT NULL,
  proof jsonb NOT NULL,
  outcome text NOT NULL,
  reason text,
  account_id uuid,
  submission_id uuid,
  message_ids uuid[] NOT NULL,
  size integer NOT NULL,
  text text,
  count integer NOT NULL DEFAULT 1
) PARTITION BY RANGE (id);

CREATE TABLE failures (
  starts_at timestamp with time zone NOT NULL,
  account_id uuid,
  reason text NOT NULL,
  messages bigint NOT NULL
);

CREATE TABLE idempotent_answers (
  api_key_id uuid NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  answer text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL DEFAULT (now() + '24:00:00'::interval)
);

CREATE TABLE inbound_done (
  carrier_id uuid NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  reference integer NOT NULL,
  total smallint NOT NULL,
  parts text[] NOT NULL,
  done_at timestamp with time zone NOT NULL
);

CREATE TABLE inbound_messages (
  id uuid NOT NULL,
  account_id uuid,
  sender_id uuid,
  carrier_id uuid NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  text text NOT NULL,
  complete boolean NOT NULL,
  received_at timestamp with time zone NOT NULL
) PARTITION BY RANGE (id);

CREATE TABLE inbound_parts (
  carrier_id uuid NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  reference integer NOT NULL,
  total smallint NOT NULL,
  part smallint NOT NULL,
  alphabet text NOT NULL,
  octets bytea NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT now()
);

CREATE TABLE ledger (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  amount numeric(20,6) NOT NULL,
  message_id uuid,
  note text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  request_id uuid,
  messages integer,
  reference text
);

CREATE TABLE live_rates (
  holder uuid NOT NULL,
  account_id uuid NOT NULL,
  accepted double precision NOT NULL,
  delivered double precision NOT NULL,
  seen_at timestamp with time zone NOT NULL
) WITH (fillfactor=50);

CREATE TABLE live_readers (
  holder uuid NOT NULL,
  seen_at timestamp with time zone NOT NULL
) WITH (fillfactor=50);

CREATE TABLE lost_workers (
  id uuid NOT NULL,
  host text,
  pid integer,
  seen_at timestamp with time zone NOT NULL,
  lost_at timestamp with time zone NOT NULL DEFAULT now()
);

CREATE TABLE mailbox_readers (
  mailbox text NOT NULL,
  error text,
  since timestamp with time zone NOT NULL DEFAULT now()
);

CREATE TABLE message_template_versions (
  account_id uuid NOT NULL,
  template_id uuid NOT NULL,
  version integer NOT NULL,
  default_language text NOT NULL,
  texts jsonb NOT NULL,
  variables jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now()
);

CREATE TABLE message_templates (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now()
);

CREATE TABLE messages (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  submission_id uuid NOT NULL,
  destination text NOT NULL,
  country text NOT NULL,
  price numeric(20,6) NOT NULL,
  state text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  state_at timestamp with time zone NOT NULL,
  bulk boolean NOT NULL DEFAULT false,
  attempts smallint NOT NULL DEFAULT 0,
  lease uuid,
  carrier_id uuid,
  reason text,
  unanswered smallint NOT NULL DEFAULT 0,
  queue integer,
  expires_at timestamp with time zone
) PARTITION BY RANGE (id);

CREATE TABLE opt_out_answers (
  account_id uuid NOT NULL,
  mark bytea NOT NULL,
  day date NOT NULL,
  answers smallint NOT NULL
);

CREATE TABLE opt_out_keys (
  inner_key bytea NOT NULL,
  outer_key bytea NOT NULL
);

CREATE TABLE opt_out_settings (
  account_id uuid NOT NULL,
  enabled boolean NOT NULL,
  scope text NOT NULL,
  languages text[] NOT NULL,
  words jsonb NOT NULL,
  replaces boolean NOT NULL,
  answers jsonb NOT NULL
);

CREATE TABLE opt_outs (
  account_id uuid NOT NULL,
  mark bytea NOT NULL,
  sender text NOT NULL,
  id uuid NOT NULL,
  number text,
  source text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now()
);

CREATE TABLE outbox (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  url text NOT NULL,
  payload text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  origin text NOT NULL DEFAULT ''::text,
  state text NOT NULL DEFAULT 'ready'::text,
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  lease uuid,
  attempts smallint NOT NULL DEFAULT 0,
  attempted_at timestamp with time zone,
  duration_ms integer,
  status smallint,
  error text,
  answer text,
  claims smallint NOT NULL DEFAULT 0,
  behind uuid
) PARTITION BY RANGE (id);

CREATE TABLE outgoing_mails (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  in_reply_to text,
  state text NOT NULL DEFAULT 'waiting'::text,
  due_at timestamp with time zone NOT NULL DEFAULT now(),
  lease uuid,
  attempts smallint NOT NULL DEFAULT 0,
  error text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  silent_until timestamp with time zone
);

CREATE TABLE parts (
  carrier_id uuid NOT NULL,
  reference text NOT NULL,
  account_id uuid NOT NULL,
  message_id uuid NOT NULL,
  part smallint NOT NULL,
  total smallint NOT NULL,
  outcome text,
  taken_at timestamp with time zone
) PARTITION BY RANGE (message_id);

CREATE TABLE pauses (
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  actor text NOT NULL
);

CREATE TABLE price_list_entries (
  price_list_id uuid NOT NULL,
  country text NOT NULL,
  unit_price numeric(12,6) NOT NULL
);

CREATE TABLE price_lists (
  id uuid NOT NULL,
  name text NOT NULL,
  currency text NOT NULL,
  active_from timestamp with time zone NOT NULL DEFAULT now(),
  active_to timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now()
);

CREATE TABLE receipt_log (
  account_id uuid NOT NULL,
  message_id uuid NOT NULL,
  carrier_id uuid NOT NULL,
  part smallint NOT NULL,
  outcome text NOT NULL,
  text text NOT NULL,
  received_at timestamp with time zone NOT NULL
) PARTITION BY RANGE (message_id);

CREATE TABLE routes (
  id uuid NOT NULL,
  carrier_id uuid NOT NULL,
  country text,
  prefix text,
  priority integer NOT NULL DEFAULT 100,
  weight integer NOT NULL DEFAULT 1,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  senders text[] NOT NULL DEFAULT '{}'::text[],
  rewrites text NOT NULL DEFAULT 'all'::text
);

CREATE TABLE routing (
  version bigint NOT NULL
);

CREATE TABLE routing_policies (
  country text,
  policy text NOT NULL,
  window_hours integer NOT NULL DEFAULT 24
);

CREATE TABLE schema_migrations (
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  requires text,
  release text
);

CREATE TABLE second_tries (
  account_id uuid NOT NULL,
  message_id uuid NOT NULL,
  seconds integer NOT NULL,
  due_at timestamp with time zone NOT NULL,
  taken_at timestamp with time zone,
  failed_by uuid
);

CREATE TABLE sender_codes (
  id uuid NOT NULL,
  sender_id uuid NOT NULL,
  account_id uuid NOT NULL,
  number text,
  salt bytea,
  hash bytea,
  tries smallint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  value text,
  contact text
);

CREATE TABLE senders (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  value text NOT NULL,
  type smallint NOT NULL,
  channel text NOT NULL,
  status text NOT NULL,
  delivery_report_url text,
  inbound_url text,
  status_callback_url text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  deleted_at timestamp with time zone,
  rejection_reason text,
  status_at timestamp with time zone NOT NULL DEFAULT now(),
  receipts text,
  inbound text
);

CREATE TABLE smpp_binds (
  id uuid NOT NULL,
  worker_id uuid NOT NULL,
  credential_id uuid NOT NULL,
  account_id uuid NOT NULL,
  system_id text NOT NULL,
  mode text NOT NULL,
  version smallint NOT NULL,
  address text NOT NULL,
  bound_at timestamp with time zone NOT NULL DEFAULT now(),
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  submits bigint NOT NULL DEFAULT 0,
  delivers bigint NOT NULL DEFAULT 0,
  errors bigint NOT NULL DEFAULT 0,
  unanswered integer NOT NULL DEFAULT 0,
  active_at timestamp with time zone,
  ending text,
  submit_rate real NOT NULL DEFAULT 0,
  deliver_rate real NOT NULL DEFAULT 0,
  log_until timestamp with time zone
) WITH (fillfactor=50);

CREATE TABLE smpp_credentials (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  system_id text NOT NULL,
  password text NOT NULL,
  previous_password text,
  previous_until timestamp with time zone,
  label text NOT NULL DEFAULT ''::text,
  allowed_ranges text[] NOT NULL DEFAULT '{}'::text[],
  max_binds smallint NOT NULL DEFAULT 10,
  send_window smallint NOT NULL DEFAULT 50,
  rate integer,
  alphabet text NOT NULL DEFAULT 'gsm'::text,
  country text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  long_inbound text NOT NULL DEFAULT 'parts'::text,
  strict_gsm boolean NOT NULL DEFAULT false,
  receipt_binds text NOT NULL DEFAULT 'own'::text
);

CREATE TABLE smpp_latin1 (
  credential_id uuid NOT NULL,
  day date NOT NULL,
  texts integer NOT NULL,
  last_at timestamp with time zone NOT NULL
);

CREATE TABLE smpp_parts (
  credential_id uuid NOT NULL,
  sender text NOT NULL,
  destination text NOT NULL,
  kind text NOT NULL,
  reference integer NOT NULL,
  total smallint NOT NULL,
  part smallint NOT NULL,
  account_id uuid NOT NULL,
  message_id uuid NOT NULL,
  alphabet text NOT NULL,
  octets bytea NOT NULL,
  wishes jsonb NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT now()
);

CREATE TABLE smpp_parts_done (
  hash bytea NOT NULL,
  marks bytea[] NOT NULL,
  done_at timestamp with time zone NOT NULL DEFAULT now()
);

CREATE TABLE smpp_pdus (
  bind_id uuid NOT NULL,
  place integer NOT NULL,
  account_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  direction text NOT NULL,
  command text NOT NULL,
  sequence bigint NOT NULL,
  status bigint NOT NULL,
  fields jsonb NOT NULL
);

CREATE TABLE submissions (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  sender_id uuid NOT NULL,
  sender text NOT NULL,
  content text NOT NULL,
  encoding text NOT NULL,
  segments smallint NOT NULL,
  price_report boolean NOT NULL,
  delivery_report_url text,
  scheduled_at timestamp with time zone,
  accepted_at timestamp with time zone NOT NULL,
  via text,
  key_id uuid,
  request_id text,
  actor text,
  registered_delivery smallint,
  actor_kind text,
  reference text
) PARTITION BY RANGE (id);

CREATE TABLE traffic (
  starts_at timestamp with time zone NOT NULL,
  account_id uuid NOT NULL,
  country text NOT NULL,
  accepted bigint NOT NULL,
  waiting bigint NOT NULL,
  sent bigint NOT NULL,
  delivered bigint NOT NULL,
  failed bigint NOT NULL,
  rejected bigint NOT NULL,
  unknown bigint NOT NULL,
  cancelled bigint NOT NULL,
  paid bigint NOT NULL,
  spend numeric(20,6) NOT NULL,
  carrier_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
  segments bigint NOT NULL DEFAULT 0
);

CREATE TABLE traffic_by_origin (
  starts_at timestamp with time zone NOT NULL,
  account_id uuid NOT NULL,
  sender text NOT NULL,
  key_id uuid NOT NULL,
  accepted bigint NOT NULL,
  waiting bigint NOT NULL,
  sent bigint NOT NULL,
  delivered bigint NOT NULL,
  failed bigint NOT NULL,
  rejected bigint NOT NULL,
  unknown bigint NOT NULL,
  cancelled bigint NOT NULL,
  paid bigint NOT NULL,
  spend numeric(20,6) NOT NULL,
  segments bigint NOT NULL
);

CREATE TABLE traffic_of_all (
  starts_at timestamp with time zone NOT NULL,
  currency text NOT NULL,
  country text NOT NULL,
  carrier_id uuid NOT NULL,
  accepted bigint NOT NULL,
  waiting bigint NOT NULL,
  sent bigint NOT NULL,
  delivered bigint NOT NULL,
  failed bigint NOT NULL,
  rejected bigint NOT NULL,
  unknown bigint NOT NULL,
  cancelled bigint NOT NULL,
  paid bigint NOT NULL,
  spend numeric(20,6) NOT NULL,
  segments bigint NOT NULL DEFAULT 0
);

CREATE TABLE traffic_slices (
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone,
  counted_at timestamp with time zone
);

CREATE TABLE unmatched_receipts (
  id uuid NOT NULL,
  carrier_id uuid NOT NULL,
  keys text[] NOT NULL,
  outcome text NOT NULL,
  destination text NOT NULL,
  error text,
  text text NOT NULL,
  received_at timestamp with time zone NOT NULL DEFAULT now(),
  carriers uuid[],
  numbers text[]
);

CREATE TABLE unreadable_mails (
  hash bytea NOT NULL,
  tries integer NOT NULL,
  reason text NOT NULL,
  tried_at timestamp with time zone NOT NULL DEFAULT now()
);

CREATE TABLE verifications (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  number text NOT NULL,
  prefix text NOT NULL,
  country text NOT NULL,
  salt bytea,
  hash bytea,
  tries smallint NOT NULL DEFAULT 0,
  most_tries smallint NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  submission_id uuid NOT NULL,
  masked boolean NOT NULL DEFAULT false,
  idempotency_key text,
  request_hash bytea
);

CREATE TABLE verify_blocks (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  scope text NOT NULL,
  since timestamp with time zone NOT NULL DEFAULT now(),
  until timestamp with time zone NOT NULL,
  started integer NOT NULL,
  confirmed integer NOT NULL
);

CREATE TABLE verify_counts (
  account_id uuid NOT NULL,
  scope text NOT NULL,
  hour timestamp with time zone NOT NULL,
  country text NOT NULL,
  started integer NOT NULL DEFAULT 0,
  confirmed integer NOT NULL DEFAULT 0,
  excused integer NOT NULL DEFAULT 0
);

CREATE TABLE verify_limits (
  account_id uuid NOT NULL,
  per_number integer,
  per_prefix integer,
  fresh_prefix integer,
  per_account integer,
  conversion smallint
);

CREATE TABLE verify_templates (
  account_id uuid NOT NULL,
  language text NOT NULL,
  template text NOT NULL,
  updated_at timestamp with time zone NOT NULL DEFAULT now()
);

CREATE TABLE walks (
  name text NOT NULL,
  at uuid NOT NULL
);

CREATE TABLE webhook_attempts (
  account_id uuid NOT NULL,
  event_id uuid NOT NULL,
  attempted_at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  status smallint,
  error text,
  answer text
) PARTITION BY RANGE (event_id);

CREATE TABLE webhook_endpoints (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  url text NOT NULL,
  description text NOT NULL DEFAULT ''::text,
  kinds text[] NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  secret text NOT NULL,
  previous_secret text,
  previous_expires_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL DEFAULT now()
);

CREATE TABLE webhook_secrets (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  secret text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone
);

CREATE TABLE workers (
  id uuid NOT NULL,
  oldest uuid NOT NULL,
  seen_at timestamp with time zone NOT NULL DEFAULT now(),
  host text,
  pid integer,
  version text,
  connections integer,
  release text,
  master_keys text[]
) WITH (fillfactor=50);

-- constraints

ALTER TABLE account_price_lists ADD CONSTRAINT account_price_lists_account_id_currency_fkey FOREIGN KEY (account_id, currency) REFERENCES accounts(id, currency);
ALTER TABLE account_price_lists ADD CONSTRAINT account_price_lists_price_list_id_currency_fkey FOREIGN KEY (price_list_id, currency) REFERENCES price_lists(id, currency);
ALTER TABLE account_price_lists ADD CONSTRAINT account_price_lists_pkey PRIMARY KEY (account_id, price_list_id);
ALTER TABLE accounts ADD CONSTRAINT accounts_credit_limit_check CHECK ((credit_limit >= (0)::numeric));
ALTER TABLE accounts ADD CONSTRAINT accounts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text));
ALTER TABLE accounts ADD CONSTRAINT accounts_doors_check CHECK ((doors <@ ARRAY['kannel'::text, 'jasmin'::text, 'twilio'::text]));
ALTER TABLE accounts ADD CONSTRAINT accounts_inbound_check CHECK ((inbound = ANY (ARRAY['auto'::text, 'webhook'::text, 'smpp'::text, 'both'::text])));
ALTER TABLE accounts ADD CONSTRAINT accounts_receipts_check CHECK ((receipts = ANY (ARRAY['auto'::text, 'webhook'::text, 'smpp'::text, 'both'::text])));
ALTER TABLE accounts ADD CONSTRAINT accounts_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text])));
ALTER TABLE accounts ADD CONSTRAINT balance_covered CHECK (((balance + credit_limit) >= (0)::numeric));
ALTER TABLE accounts ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE accounts ADD CONSTRAINT accounts_id_currency_key UNIQUE (id, currency);
ALTER TABLE api_key_uses ADD CONSTRAINT api_key_uses_pkey PRIMARY KEY (key_id);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_hash_check CHECK ((length(hash) = 32));
ALTER TABLE api_keys ADD CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_issued_with_fkey FOREIGN KEY (issued_with) REFERENCES api_keys(id);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_hash_key UNIQUE (hash);
ALTER TABLE audit ADD CONSTRAINT audit_action_check CHECK ((action ~ '^[a-z]+( [a-z]+)*$'::text));
ALTER TABLE audit ADD CONSTRAINT audit_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['operator'::text, 'operator-token'::text, 'customer'::text, 'api-key'::text, 'system'::text, 'anonymous'::text])));
ALTER TABLE audit ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
ALTER TABLE carrier_circuits ADD CONSTRAINT carrier_circuits_failures_check CHECK ((failures >= 0));
ALTER TABLE carrier_circuits ADD CONSTRAINT carrier_circuits_carrier_id_fkey FOREIGN KEY (carrier_id) REFERENCES carriers(id) ON DELETE CASCADE;
ALTER TABLE carrier_circuits ADD CONSTRAINT carrier_circuits_pkey PRIMARY KEY (carrier_id);
ALTER TABLE carrier_costs ADD CONSTRAINT carrier_costs_country_check CHECK ((country ~ '^[A-Z]{2}$'::text));
ALTER TABLE carrier_costs ADD CONSTRAINT carrier_costs_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text));
ALTER TABLE carrier_costs ADD CONSTRAINT carrier_costs_unit_cost_check CHECK ((unit_cost >= (0)::numeric));
ALTER TABLE carrier_costs ADD CONSTRAINT carrier_costs_carrier_id_fkey FOREIGN KEY (carrier_id) REFERENCES carriers(id) ON DELETE CASCADE;
ALTER TABLE carrier_costs ADD CONSTRAINT carrier_costs_pkey PRIMARY KEY (carrier_id, country);
ALTER TABLE carrier_links ADD CONSTRAINT carrier_links_pkey PRIMARY KEY (carrier_id, holder);
ALTER TABLE carrier_outages ADD CONSTRAINT carrier_outages_carrier_id_fkey FOREIGN KEY (carrier_id) REFERENCES carriers(id) ON DELETE CASCADE;
ALTER TABLE carrier_outages ADD CONSTRAINT carrier_outages_pkey PRIMARY KEY (carrier_id, began_at);
ALTER TABLE carrier_refusals ADD CONSTRAINT carrier_refusals_carrier_id_fkey FOREIGN KEY (carrier_id) REFERENCES carriers(id) ON DELETE CASCADE;
ALTER TABLE carrier_refusals ADD CONSTRAINT carrier_refusals_pkey PRIMARY KEY (carrier_id, status, hour);
ALTER TABLE carriers ADD CONSTRAINT carriers_pkey PRIMARY KEY (id);
ALTER TABLE carriers ADD CONSTRAINT carriers_name_key UNIQUE (name);
ALTER TABLE carriers ADD CONSTRAINT carriers_queue_key UNIQUE (queue);
ALTER TABLE console_attempts ADD CONSTRAINT console_attempts_pkey PRIMARY KEY (subject);
ALTER TABLE console_links ADD CONSTRAINT console_links_check CHECK ((num_nonnulls(operator_id, account_id) <= 1));
ALTER TABLE console_links ADD CONSTRAINT console_links_hash_check CHECK ((length(hash) = 32));
ALTER TABLE console_links ADD CONSTRAINT console_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE console_links ADD CONSTRAINT console_links_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES console_operators(id) ON DELETE CASCADE;
ALTER TABLE console_links ADD CONSTRAINT console_links_pkey PRIMARY KEY (hash);
ALTER TABLE console_operators ADD CONSTRAINT console_operators_grants_check CHECK ((grants <@ ARRAY['text'::text, 'keys'::text]));
ALTER TABLE console_operators ADD CONSTRAINT console_operators_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)));
ALTER TABLE console_operators ADD CONSTRAINT console_operators_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'support'::text])));
ALTER TABLE console_operators ADD CONSTRAINT console_operators_pkey PRIMARY KEY (id);
ALTER TABLE console_sessions ADD CONSTRAINT console_sessions_check CHECK ((num_nonnulls(operator_id, account_id, token_mark) = 1));
ALTER TABLE console_sessions ADD CONSTRAINT console_sessions_hash_check CHECK ((length(hash) = 32));
ALTER TABLE console_sessions ADD CONSTRAINT console_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE console_sessions ADD CONSTRAINT console_sessions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES console_operators(id) ON DELETE CASCADE;
ALTER TABLE console_sessions ADD CONSTRAINT console_sessions_pkey PRIMARY KEY (id);
ALTER TABLE console_sessions ADD CONSTRAINT console_sessions_hash_key UNIQUE (hash);
ALTER TABLE data_keys ADD CONSTRAINT data_keys_pkey PRIMARY KEY (id);
ALTER TABLE delivery_rates ADD CONSTRAINT delivery_rates_carrier_id_fkey FOREIGN KEY (carrier_id) REFERENCES carriers(id) ON DELETE CASCADE;
ALTER TABLE delivery_rates ADD CONSTRAINT delivery_rates_pkey PRIMARY KEY (carrier_id, country);
ALTER TABLE emails ADD CONSTRAINT emails_count_check CHECK ((count > 0));
ALTER TABLE emails ADD CONSTRAINT emails_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'repeated'::text, 'dropped'::text, 'rejected'::text, 'error'::text])));
ALTER TABLE emails ADD CONSTRAINT emails_via_check CHECK ((via = ANY (ARRAY['SMTP'::text, 'IMAP'::text])));
ALTER TABLE emails ADD CONSTRAINT emails_pkey PRIMARY KEY (id);
ALTER TABLE idempotent_answers ADD CONSTRAINT idempotent_answers_pkey PRIMARY KEY (api_key_id, key);
ALTER TABLE inbound_done ADD CONSTRAINT inbound_done_pkey PRIMARY KEY (carrier_id, sender, recipient, reference, total);
ALTER TABLE inbound_parts ADD CONSTRAINT inbound_parts_pkey PRIMARY KEY (carrier_id, sender, recipient, reference, total, part);
ALTER TABLE ledger ADD CONSTRAINT ledger_check CHECK (
CASE kind
    WHEN 'charge'::text THEN (amount <= (0)::numeric)
    WHEN 'refund'::text THEN (amount >= (0)::numeric)
    WHEN 'top-up'::text THEN (amount > (0)::numeric)
    ELSE true
END);
ALTER TABLE ledger ADD CONSTRAINT ledger_kind_check CHECK ((kind = ANY (ARRAY['top-up'::text, 'charge'::text, 'refund'::text, 'correction'::text])));
ALTER TABLE ledger ADD CONSTRAINT ledger_messages_check CHECK ((messages > 0));
ALTER TABLE ledger ADD CONSTRAINT ledger_pkey PRIMARY KEY (account_id, id);
ALTER TABLE live_rates ADD CONSTRAINT live_rates_pkey PRIMARY KEY (account_id, holder);
ALTER TABLE live_readers ADD CONSTRAINT live_readers_pkey PRIMARY KEY (holder);
ALTER TABLE lost_workers ADD CONSTRAINT lost_workers_pkey PRIMARY KEY (id);
ALTER TABLE mailbox_readers ADD CONSTRAINT mailbox_readers_pkey PRIMARY KEY (mailbox);
ALTER TABLE message_template_versions ADD CONSTRAINT message_template_versions_account_id_template_id_fkey FOREIGN KEY (account_id, template_id) REFERENCES message_templates(account_id, id) ON DELETE CASCADE;
ALTER TABLE message_template_versions ADD CONSTRAINT message_template_versions_pkey PRIMARY KEY (account_id, template_id, version);
ALTER TABLE message_templates ADD CONSTRAINT message_templates_name_check CHECK (((length(name) >= 1) AND (length(name) <= 64)));
ALTER TABLE message_templates ADD CONSTRAINT message_templates_pkey PRIMARY KEY (account_id, id);
ALTER TABLE messages ADD CONSTRAINT messages_price_check CHECK ((price >= (0)::numeric));
ALTER TABLE messages ADD CONSTRAINT messages_state_check CHECK ((state = ANY (ARRAY['SCHEDULED'::text, 'QUEUED'::text, 'SENT'::text, 'DELIVERED'::text, 'FAILED'::text, 'REJECTED'::text, 'UNKNOWN'::text, 'CANCELLED'::text])));
ALTER TABLE messages ADD CONSTRAINT messages_pkey PRIMARY KEY (account_id, id);
ALTER TABLE opt_out_answers ADD CONSTRAINT opt_out_answers_pkey PRIMARY KEY (account_id, mark, day);
ALTER TABLE opt_out_keys ADD CONSTRAINT opt_out_keys_inner_key_check CHECK ((length(inner_key) = 64));
ALTER TABLE opt_out_keys ADD CONSTRAINT opt_out_keys_outer_key_check CHECK ((length(outer_key) = 64));
ALTER TABLE opt_out_settings ADD CONSTRAINT opt_out_settings_scope_check CHECK ((scope = ANY (ARRAY['account'::text, 'sender'::text])));
ALTER TABLE opt_out_settings ADD CONSTRAINT opt_out_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE opt_out_settings ADD CONSTRAINT opt_out_settings_pkey PRIMARY KEY (account_id);
ALTER TABLE opt_outs ADD CONSTRAINT opt_outs_mark_check CHECK ((length(mark) = 32));
ALTER TABLE opt_outs ADD CONSTRAINT opt_outs_source_check CHECK ((source = ANY (ARRAY['keyword'::text, 'request'::text, 'import'::text, 'operator'::text])));
ALTER TABLE opt_outs ADD CONSTRAINT opt_outs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE opt_outs ADD CONSTRAINT opt_outs_pkey PRIMARY KEY (account_id, mark, sender);
ALTER TABLE outbox ADD CONSTRAINT outbox_kind_check CHECK ((kind = ANY (ARRAY['delivery report'::text, 'inbound message'::text, 'sender status'::text])));
ALTER TABLE outbox ADD CONSTRAINT outbox_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'blocked'::text, 'delivered'::text, 'given up'::text])));
ALTER TABLE outbox ADD CONSTRAINT outbox_pkey PRIMARY KEY (account_id, id);
ALTER TABLE outgoing_mails ADD CONSTRAINT outgoing_mails_kind_check CHECK ((kind = ANY (ARRAY['sender code'::text, 'email2sms error'::text])));
ALTER TABLE outgoing_mails ADD CONSTRAINT outgoing_mails_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'kept'::text, 'sent'::text, 'given up'::text])));
ALTER TABLE outgoing_mails ADD CONSTRAINT outgoing_mails_pkey PRIMARY KEY (id);
ALTER TABLE parts ADD CONSTRAINT parts_outcome_check CHECK ((outcome = ANY (ARRAY['delivered'::text, 'failed'::text, 'rejected'::text, 'unknown'::text])));
ALTER TABLE pauses ADD CONSTRAINT pauses_check CHECK (((kind = 'all'::text) = (subject_id = '00000000-0000-0000-0000-000000000000'::uuid)));
ALTER TABLE pauses ADD CONSTRAINT pauses_kind_check CHECK ((kind = ANY (ARRAY['all'::text, 'carrier'::text, 'account'::text])));
ALTER TABLE pauses ADD CONSTRAINT pauses_pkey PRIMARY KEY (kind, subject_id);
ALTER TABLE price_list_entries ADD CONSTRAINT price_list_entries_country_check CHECK ((country ~ '^[A-Z]{2}$'::text));
ALTER TABLE price_list_entries ADD CONSTRAINT price_list_entries_unit_price_check CHECK ((unit_price >= (0)::numeric));
ALTER TABLE price_list_entries ADD CONSTRAINT price_list_entries_price_list_id_fkey FOREIGN KEY (price_list_id) REFERENCES price_lists(id);
ALTER TABLE price_list_entries ADD CONSTRAINT price_list_entries_pkey PRIMARY KEY (price_list_id, country);
ALTER TABLE price_lists ADD CONSTRAINT price_lists_check CHECK ((active_to > active_from));
ALTER TABLE price_lists ADD CONSTRAINT price_lists_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text));
ALTER TABLE price_lists ADD CONSTRAINT price_lists_pkey PRIMARY KEY (id);
ALTER TABLE price_lists ADD CONSTRAINT price_lists_id_currency_key UNIQUE (id, currency);
ALTER TABLE routes ADD CONSTRAINT routes_country_check CHECK ((country ~ '^[A-Z]{2}$'::text));
ALTER TABLE routes ADD CONSTRAINT routes_prefix_check CHECK ((prefix ~ '^\+[1-9][0-9]{0,14}$'::text));
ALTER TABLE routes ADD CONSTRAINT routes_rewrites_check CHECK ((rewrites = ANY (ARRAY['all'::text, 'names'::text])));
ALTER TABLE routes ADD CONSTRAINT routes_weight_check CHECK ((weight > 0));
ALTER TABLE routes ADD CONSTRAINT routes_carrier_id_fkey FOREIGN KEY (carrier_id) REFERENCES carriers(id) ON DELETE CASCADE;
ALTER TABLE routes ADD CONSTRAINT routes_pkey PRIMARY KEY (id);
ALTER TABLE routing_policies ADD CONSTRAINT routing_policies_country_check CHECK ((country ~ '^[A-Z]{2}$'::text));
ALTER TABLE routing_policies ADD CONSTRAINT routing_policies_policy_check CHECK ((policy = ANY (ARRAY['weight'::text, 'least cost'::text, 'best delivery'::text])));
ALTER TABLE routing_policies ADD CONSTRAINT routing_policies_window_hours_check CHECK (((window_hours >= 1) AND (window_hours <= 744)));
ALTER TABLE routing_policies ADD CONSTRAINT routing_policies_country_key UNIQUE NULLS NOT DISTINCT (country);
ALTER TABLE schema_migrations ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (name);
ALTER TABLE second_tries ADD CONSTRAINT second_tries_seconds_check CHECK ((seconds > 0));
ALTER TABLE second_tries ADD CONSTRAINT second_tries_pkey PRIMARY KEY (account_id, message_id);
ALTER TABLE sender_codes ADD CONSTRAINT sender_codes_check CHECK (((salt IS NULL) = (hash IS NULL)));
ALTER TABLE sender_codes ADD CONSTRAINT sender_codes_hash_check CHECK ((length(hash) = 32));
ALTER TABLE sender_codes ADD CONSTRAINT sender_codes_tries_check CHECK (((tries >= 0) AND (tries <= 5)));
ALTER TABLE sender_codes ADD CONSTRAINT sender_codes_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES senders(id);
ALTER TABLE sender_codes ADD CONSTRAINT sender_codes_pkey PRIMARY KEY (id);
ALTER TABLE senders ADD CONSTRAINT reason_of_rejection CHECK (((rejection_reason IS NULL) OR (status = 'Rejected'::text)));
ALTER TABLE senders ADD CONSTRAINT senders_channel_check CHECK ((channel = ANY (ARRAY['SMS'::text, 'Viber'::text])));
ALTER TABLE senders ADD CONSTRAINT senders_inbound_check CHECK ((inbound = ANY (ARRAY['auto'::text, 'webhook'::text, 'smpp'::text, 'both'::text])));
ALTER TABLE senders ADD CONSTRAINT senders_receipts_check CHECK ((receipts = ANY (ARRAY['auto'::text, 'webhook'::text, 'smpp'::text, 'both'::text])));
ALTER TABLE senders ADD CONSTRAINT senders_status_check CHECK ((status = ANY (ARRAY['Pending'::text, 'Confirmation Pending'::text, 'Confirmed'::text, 'Rejected'::text])));
ALTER TABLE senders ADD CONSTRAINT senders_type_check CHECK ((type = ANY (ARRAY[0, 1])));
ALTER TABLE senders ADD CONSTRAINT senders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE senders ADD CONSTRAINT senders_pkey PRIMARY KEY (id);
ALTER TABLE smpp_binds ADD CONSTRAINT smpp_binds_mode_check CHECK ((mode = ANY (ARRAY['transmitter'::text, 'receiver'::text, 'transceiver'::text])));
ALTER TABLE smpp_binds ADD CONSTRAINT smpp_binds_pkey PRIMARY KEY (id);
ALTER TABLE smpp_credentials ADD CONSTRAINT smpp_credentials_alphabet_check CHECK ((alphabet = ANY (ARRAY['gsm'::text, 'packed'::text, 'latin1'::text])));
ALTER TABLE smpp_credentials ADD CONSTRAINT smpp_credentials_check CHECK (((previous_password IS NULL) = (previous_until IS NULL)));
ALTER TABLE smpp_credentials ADD CONSTRAINT smpp_credentials_country_check CHECK ((country ~ '^[A-Z]{2}$'::text));
ALTER TABLE smpp_credentials ADD CONSTRAINT smpp_credentials_long_inbound_check CHECK ((long_inbound = ANY (ARRAY['parts'::text, 'payload'::text])));
ALTER TABLE smpp_credentials ADD CONSTRAINT smpp_credentials_max_binds_check CHECK (((max_binds >= 1) AND (max_binds <= 1000)));
ALTER TABLE smpp_credentials ADD CONSTRAINT smpp_credentials_rate_check CHECK (((rate >= 1) AND (rate <= 100000)));
ALTER TABLE smpp_credentials ADD CONSTRAINT smpp_credentials_receipt_binds_check CHECK ((receipt_binds = ANY (ARRAY['own'::text, 'account'::text])));
ALTER TABLE smpp_credentials ADD CONSTRAINT smpp_credentials_send_window_check CHECK (((send_window >= 1) AND (send_window <= 1000)));
ALTER TABLE smpp_credentials ADD CONSTRAINT smpp_credentials_system_id_check CHECK ((system_id ~ '^[A-Za-z0-9_.-]{1,15}$'::text));
ALTER TABLE smpp_credentials ADD CONSTRAINT smpp_credentials_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE smpp_credentials ADD CONSTRAINT smpp_credentials_pkey PRIMARY KEY (id);
ALTER TABLE smpp_credentials ADD CONSTRAINT smpp_credentials_system_id_key UNIQUE (system_id);
ALTER TABLE smpp_latin1 ADD CONSTRAINT smpp_latin1_texts_check CHECK ((texts > 0));
ALTER TABLE smpp_latin1 ADD CONSTRAINT smpp_latin1_credential_id_fkey FOREIGN KEY (credential_id) REFERENCES smpp_credentials(id);
ALTER TABLE smpp_latin1 ADD CONSTRAINT smpp_latin1_pkey PRIMARY KEY (credential_id);
ALTER TABLE smpp_parts ADD CONSTRAINT smpp_parts_kind_check CHECK ((kind = ANY (ARRAY['udh8'::text, 'udh16'::text, 'sar'::text])));
ALTER TABLE smpp_parts ADD CONSTRAINT smpp_parts_pkey PRIMARY KEY (credential_id, sender, destination, kind, reference, total, part);
ALTER TABLE smpp_parts_done ADD CONSTRAINT smpp_parts_done_pkey PRIMARY KEY (hash);
ALTER TABLE smpp_pdus ADD CONSTRAINT smpp_pdus_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text])));
ALTER TABLE smpp_pdus ADD CONSTRAINT smpp_pdus_pkey PRIMARY KEY (bind_id, place);
ALTER TABLE submissions ADD CONSTRAINT submissions_encoding_check CHECK ((encoding = ANY (ARRAY['GSM-7'::text, 'UCS-2'::text])));
ALTER TABLE submissions ADD CONSTRAINT submissions_segments_check CHECK ((segments > 0));
ALTER TABLE submissions ADD CONSTRAINT submissions_via_check CHECK ((via = ANY (ARRAY['http'::text, 'email'::text, 'console'::text, 'smpp'::text, 'verify'::text]))) NOT VALID;
ALTER TABLE submissions ADD CONSTRAINT submissions_pkey PRIMARY KEY (account_id, id);
ALTER TABLE traffic ADD CONSTRAINT traffic_pkey PRIMARY KEY (starts_at, account_id, country, carrier_id);
ALTER TABLE traffic_by_origin ADD CONSTRAINT traffic_by_origin_pkey PRIMARY KEY (starts_at, account_id, sender, key_id);
ALTER TABLE traffic_of_all ADD CONSTRAINT traffic_of_all_pkey PRIMARY KEY (starts_at, currency, country, carrier_id);
ALTER TABLE traffic_slices ADD CONSTRAINT traffic_slices_check CHECK ((ends_at > starts_at));
ALTER TABLE traffic_slices ADD CONSTRAINT traffic_slices_pkey PRIMARY KEY (starts_at);
ALTER TABLE unmatched_receipts ADD CONSTRAINT unmatched_receipts_pkey PRIMARY KEY (id);
ALTER TABLE unreadable_mails ADD CONSTRAINT unreadable_mails_hash_check CHECK ((length(hash) = 32));
ALTER TABLE unreadable_mails ADD CONSTRAINT unreadable_mails_pkey PRIMARY KEY (hash);
ALTER TABLE verifications ADD CONSTRAINT verifications_check CHECK (((tries >= 0) AND (tries <= most_tries)));
ALTER TABLE verifications ADD CONSTRAINT verifications_check1 CHECK (((salt IS NULL) = (hash IS NULL)));
ALTER TABLE verifications ADD CONSTRAINT verifications_check2 CHECK (((confirmed_at IS NULL) OR (hash IS NULL)));
ALTER TABLE verifications ADD CONSTRAINT verifications_check3 CHECK (((idempotency_key IS NULL) = (request_hash IS NULL)));
ALTER TABLE verifications ADD CONSTRAINT verifications_hash_check CHECK ((length(hash) = 32));
ALTER TABLE verifications ADD CONSTRAINT verifications_pkey PRIMARY KEY (account_id, id);
ALTER TABLE verify_blocks ADD CONSTRAINT verify_blocks_pkey PRIMARY KEY (id);
ALTER TABLE verify_blocks ADD CONSTRAINT verify_blocks_account_id_scope_key UNIQUE (account_id, scope);
ALTER TABLE verify_counts ADD CONSTRAINT verify_counts_confirmed_check CHECK ((confirmed >= 0));
ALTER TABLE verify_counts ADD CONSTRAINT verify_counts_excused_check CHECK ((excused >= 0));
ALTER TABLE verify_counts ADD CONSTRAINT verify_counts_started_check CHECK ((started >= 0));
ALTER TABLE verify_counts ADD CONSTRAINT verify_counts_pkey PRIMARY KEY (account_id, scope, hour);
ALTER TABLE verify_limits ADD CONSTRAINT verify_limits_conversion_check CHECK (((conversion >= 0) AND (conversion <= 100)));
ALTER TABLE verify_limits ADD CONSTRAINT verify_limits_fresh_prefix_check CHECK ((fresh_prefix > 0));
ALTER TABLE verify_limits ADD CONSTRAINT verify_limits_per_account_check CHECK ((per_account > 0));
ALTER TABLE verify_limits ADD CONSTRAINT verify_limits_per_number_check CHECK ((per_number > 0));
ALTER TABLE verify_limits ADD CONSTRAINT verify_limits_per_prefix_check CHECK ((per_prefix > 0));
ALTER TABLE verify_limits ADD CONSTRAINT verify_limits_pkey PRIMARY KEY (account_id);
ALTER TABLE verify_templates ADD CONSTRAINT verify_templates_language_check CHECK ((language ~ '^[a-z]{2,3}$'::text));
ALTER TABLE verify_templates ADD CONSTRAINT verify_templates_pkey PRIMARY KEY (account_id, language);
ALTER TABLE walks ADD CONSTRAINT walks_pkey PRIMARY KEY (name);
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_kinds_check CHECK (((cardinality(kinds) > 0) AND (kinds <@ ARRAY['delivery report'::text, 'inbound message'::text, 'sender status'::text])));
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id);
ALTER TABLE webhook_secrets ADD CONSTRAINT webhook_secrets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
ALTER TABLE webhook_secrets ADD CONSTRAINT webhook_secrets_pkey PRIMARY KEY (account_id, id);
ALTER TABLE workers ADD CONSTRAINT workers_pkey PRIMARY KEY (id);

-- indexes

CREATE INDEX account_price_lists_list ON public.account_price_lists USING btree (price_list_id);
CREATE INDEX api_keys_account ON public.api_keys USING btree (account_id);
CREATE INDEX api_keys_issued_with ON public.api_keys USING btree (issued_with) WHERE (issued_with IS NOT NULL);
CREATE INDEX audit_account ON public.audit USING btree (account_id, id);
CREATE INDEX audit_action ON public.audit USING btree (action, id);
CREATE INDEX audit_actor ON public.audit USING btree (lower(actor), id);
CREATE INDEX audit_actor_id ON public.audit USING btree (actor_id, id);
CREATE INDEX audit_subject ON public.audit USING btree (subject_id, id);
CREATE INDEX carrier_outages_ended ON public.carrier_outages USING btree (ended_at);
CREATE UNIQUE INDEX carrier_outages_open ON public.carrier_outages USING btree (carrier_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX console_operators_name ON public.console_operators USING btree (lower(name));
CREATE INDEX console_sessions_owner ON public.console_sessions USING btree (owner, created_at);
CREATE INDEX delivery_times_account ON public.delivery_times USING btree (account_id, starts_at);
CREATE INDEX delivery_times_slice ON public.delivery_times USING btree (starts_at);
CREATE INDEX emails_account ON ONLY public.emails USING btree (account_id, id);
CREATE INDEX emails_text ON ONLY public.emails USING btree (id) WHERE (text IS NOT NULL);
CREATE INDEX failures_account ON public.failures USING btree (account_id, starts_at);
CREATE UNIQUE INDEX failures_once ON public.failures USING btree (starts_at, account_id, reason) NULLS NOT DISTINCT;
CREATE INDEX idempotent_answers_expiry ON public.idempotent_answers USING brin (expires_at);
CREATE INDEX inbound_done_age ON public.inbound_done USING btree (done_at);
CREATE INDEX inbound_messages_account ON ONLY public.inbound_messages USING btree (account_id, id);
CREATE INDEX inbound_messages_id ON ONLY public.inbound_messages USING btree (id);
CREATE INDEX inbound_parts_age ON public.inbound_parts USING btree (received_at);
CREATE INDEX ledger_others ON public.ledger USING btree (account_id, id) WHERE (kind <> 'charge'::text);
CREATE UNIQUE INDEX ledger_request ON public.ledger USING btree (account_id, request_id) WHERE (request_id IS NOT NULL);
CREATE UNIQUE INDEX message_templates_name ON public.message_templates USING btree (account_id, lower(name));
CREATE INDEX messages_destination ON ONLY public.messages USING brin (destination text_bloom_ops (n_distinct_per_range='2000', false_positive_rate='0.01')) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX messages_expiring ON ONLY public.messages USING btree (expires_at) WHERE ((queue >= '-1'::integer) AND (expires_at IS NOT NULL));
CREATE INDEX messages_id ON ONLY public.messages USING brin (id) WITH (pages_per_range='64', autosummarize='on');
CREATE INDEX messages_queue ON ONLY public.messages USING btree (queue, bulk, account_id, due_at) WHERE (queue IS NOT NULL);
CREATE INDEX messages_timed ON ONLY public.messages USING btree (queue, due_at) WHERE (queue = ANY (ARRAY['-2'::integer, '-4'::integer]));
CREATE INDEX opt_out_answers_day ON public.opt_out_answers USING btree (day);
CREATE UNIQUE INDEX opt_out_keys_once ON public.opt_out_keys USING btree ((true));
CREATE UNIQUE INDEX opt_outs_list ON public.opt_outs USING btree (account_id, id);
CREATE INDEX outbox_blocked ON ONLY public.outbox USING btree (created_at) WHERE (state = 'blocked'::text);
CREATE INDEX outbox_bound ON ONLY public.outbox USING btree (account_id, url, due_at, id) WHERE ((state = 'ready'::text) AND (origin = 'smpp:'::text));
CREATE INDEX outbox_due ON ONLY public.outbox USING btree (account_id, due_at, id) WHERE (state = 'ready'::text);
CREATE INDEX outbox_given_up ON ONLY public.outbox USING btree (account_id, id) WHERE (state = 'given up'::text);
CREATE INDEX outbox_subject ON ONLY public.outbox USING btree (subject_id, id) WHERE (state = ANY (ARRAY['ready'::text, 'blocked'::text]));
CREATE INDEX outgoing_mails_account ON public.outgoing_mails USING btree (account_id, id);
CREATE INDEX outgoing_mails_errors ON public.outgoing_mails USING btree (account_id, lower(recipient), created_at) WHERE (kind = 'email2sms error'::text);
CREATE INDEX outgoing_mails_subject ON public.outgoing_mails USING btree (subject_id);
CREATE INDEX outgoing_mails_waiting ON public.outgoing_mails USING btree (due_at) WHERE (state = 'waiting'::text);
CREATE INDEX parts_message ON ONLY public.parts USING btree (account_id, message_id) WHERE (total > 1);
CREATE INDEX parts_of_message ON ONLY public.parts USING brin (message_id uuid_minmax_multi_ops) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX parts_reference ON ONLY public.parts USING btree (carrier_id, reference);
CREATE INDEX receipt_log_message ON ONLY public.receipt_log USING brin (message_id uuid_minmax_multi_ops) WITH (pages_per_range='32', autosummarize='on');
CREATE INDEX routes_carrier ON public.routes USING btree (carrier_id);
CREATE UNIQUE INDEX routing_once ON public.routing USING btree ((true));
CREATE INDEX second_tries_due ON public.second_tries USING btree (due_at) WHERE (taken_at IS NULL);
CREATE INDEX sender_codes_account ON public.sender_codes USING btree (account_id, created_at);
CREATE INDEX sender_codes_contact ON public.sender_codes USING btree (contact, created_at) WHERE (contact IS NOT NULL);
CREATE UNIQUE INDEX sender_codes_live ON public.sender_codes USING btree (sender_id) WHERE (hash IS NOT NULL);
CREATE INDEX sender_codes_number ON public.sender_codes USING btree (number, created_at) WHERE (number IS NOT NULL);
CREATE INDEX sender_codes_sender ON public.sender_codes USING btree (sender_id, created_at);
CREATE INDEX sender_codes_sms ON public.sender_codes USING btree (created_at) WHERE (number IS NOT NULL);
CREATE INDEX sender_codes_value ON public.sender_codes USING btree (value, created_at);
CREATE INDEX senders_deleted ON public.senders USING btree (account_id, value) WHERE (deleted_at IS NOT NULL);
CREATE INDEX senders_deleted_at ON public.senders USING btree (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX senders_inbound ON public.senders USING btree (value) WHERE ((deleted_at IS NULL) AND (status = 'Confirmed'::text) AND (channel = 'SMS'::text));
CREATE UNIQUE INDEX senders_once ON public.senders USING btree (account_id, channel, value) WHERE (deleted_at IS NULL);
CREATE INDEX senders_pending ON public.senders USING btree (id) WHERE ((status = 'Pending'::text) AND (deleted_at IS NULL));
CREATE INDEX smpp_binds_credential ON public.smpp_binds USING btree (credential_id);
CREATE INDEX smpp_binds_worker ON public.smpp_binds USING btree (worker_id);
CREATE INDEX smpp_credentials_account ON public.smpp_credentials USING btree (account_id);
CREATE INDEX smpp_parts_age ON public.smpp_parts USING btree (received_at);
CREATE INDEX smpp_pdus_age ON public.smpp_pdus USING btree (at);
CREATE INDEX submissions_reference ON ONLY public.submissions USING btree (reference, account_id, id) WHERE (reference IS NOT NULL);
CREATE INDEX submissions_scheduled ON ONLY public.submissions USING btree (scheduled_at) WHERE (scheduled_at IS NOT NULL);
CREATE INDEX traffic_account ON public.traffic USING btree (account_id, starts_at);
CREATE INDEX traffic_by_origin_account ON public.traffic_by_origin USING btree (account_id, starts_at);
CREATE INDEX traffic_slices_due ON public.traffic_slices USING btree (starts_at) WHERE (due_at IS NOT NULL);
CREATE INDEX traffic_slices_minutes ON public.traffic_slices USING btree (starts_at) WHERE ((ends_at - starts_at) < '01:00:00'::interval);
CREATE INDEX unmatched_receipts_age ON public.unmatched_receipts USING btree (received_at);
CREATE INDEX unmatched_receipts_certain ON public.unmatched_receipts USING btree (carrier_id, (keys[1]));
CREATE INDEX unreadable_mails_age ON public.unreadable_mails USING btree (tried_at);
CREATE INDEX verifications_country ON public.verifications USING btree (account_id, country, expires_at) WHERE (confirmed_at IS NULL);
CREATE INDEX verifications_created ON public.verifications USING brin (created_at);
CREATE UNIQUE INDEX verifications_key ON public.verifications USING btree (account_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX verifications_number ON public.verifications USING btree (account_id, number, created_at);
CREATE INDEX verifications_prefix ON public.verifications USING btree (account_id, prefix, expires_at) WHERE (confirmed_at IS NULL);
CREATE INDEX verifications_unmasked ON public.verifications USING btree (expires_at) WHERE (NOT masked);
CREATE INDEX verify_counts_hour ON public.verify_counts USING btree (hour);
CREATE INDEX webhook_attempts_event ON ONLY public.webhook_attempts USING btree (account_id, event_id, attempted_at);
CREATE INDEX webhook_endpoints_account ON public.webhook_endpoints USING btree (account_id, id);
CREATE UNIQUE INDEX webhook_endpoints_inbound ON public.webhook_endpoints USING btree (account_id) WHERE (enabled AND ('inbound message'::text = ANY (kinds)));
CREATE UNIQUE INDEX webhook_endpoints_reports ON public.webhook_endpoints USING btree (account_id) WHERE (enabled AND ('delivery report'::text = ANY (kinds)));
CREATE UNIQUE INDEX webhook_endpoints_senders ON public.webhook_endpoints USING btree (account_id) WHERE (enabled AND ('sender status'::text = ANY (kinds)));

-- sequences

CREATE SEQUENCE carriers_queue_seq;

-- views

CREATE VIEW active_prices AS
 SELECT DISTINCT ON (l.account_id, e.country) l.account_id,
    e.country,
    e.unit_price,
    p.name AS price_list
   FROM ((account_price_lists l
     JOIN price_lists p ON (((p.id = l.price_list_id) AND (p.active_from <= now()) AND ((p.active_to IS NULL) OR (now() < p.active_to)))))
     JOIN price_list_entries e ON ((e.price_list_id = p.id)))
  ORDER BY l.account_id, e.country, p.active_from DESC, p.id DESC;

-- functions

CREATE OR REPLACE FUNCTION public.account_change_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.assigned_lists_bump_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM price_lists WHERE id IN (SELECT price_list_id FROM changed) ORDER BY id FOR SHARE;
  PERFORM bump_accounts(ARRAY(SELECT DISTINCT account_id FROM changed));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.audit_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only';
END $function$;

CREATE OR REPLACE FUNCTION public.bump_accounts(ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  WITH locked AS (SELECT id FROM accounts WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE)
  UPDATE accounts SET version = version + 1 FROM locked WHERE accounts.id = locked.id
$function$;

CREATE OR REPLACE FUNCTION public.changed_lists_bump_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM price_lists WHERE id IN (SELECT price_list_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
  PERFORM bump_accounts(ARRAY(SELECT DISTINCT account_id FROM changed JOIN account_price_lists USING (price_list_id)));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.changed_price_lists_bump_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM bump_accounts(ARRAY(
    SELECT DISTINCT a.account_id FROM changed c JOIN account_price_lists a ON a.price_list_id = c.id));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.changed_rows_bump_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM bump_accounts(ARRAY(SELECT DISTINCT account_id FROM changed));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.encrypt_secrets(wanted boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$
  UPDATE schema_migrations SET requires = CASE WHEN wanted THEN name END
  WHERE name = '0040_secrets' AND wanted = (requires IS NULL)
    AND (NOT wanted OR NOT EXISTS (SELECT FROM workers WHERE release IS NULL))
$function$;

CREATE OR REPLACE FUNCTION public.ledger_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END $function$;

CREATE OR REPLACE FUNCTION public.routing_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE routing SET version = version + 1;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.sender_moves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (
    ('Pending', 'Confirmation Pending'),
    ('Pending', 'Rejected'),
    ('Confirmation Pending', 'Confirmed')
  ) THEN
    RAISE EXCEPTION 'a sender does not go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  NEW.status_at := now();
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.uuid_after(id uuid, milliseconds bigint)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT (lpad(to_hex(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint + milliseconds), 12, '0')
    || repeat('0', 20))::uuid
$function$;

-- triggers

CREATE TRIGGER bump_delete AFTER DELETE ON public.account_price_lists REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_insert AFTER INSERT ON public.account_price_lists REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION assigned_lists_bump_accounts();
CREATE TRIGGER bump_routes BEFORE UPDATE OF receipts ON public.accounts FOR EACH ROW WHEN ((old.receipts IS DISTINCT FROM new.receipts)) EXECUTE FUNCTION account_change_counts();
CREATE TRIGGER bump_status BEFORE UPDATE OF status ON public.accounts FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION account_change_counts();
CREATE TRIGGER bump_delete AFTER DELETE ON public.api_keys REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_insert AFTER INSERT ON public.api_keys REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_update AFTER UPDATE ON public.api_keys REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER changes AFTER INSERT OR DELETE OR UPDATE ON public.carrier_costs FOR EACH STATEMENT EXECUTE FUNCTION routing_changes();
CREATE TRIGGER changes AFTER INSERT OR DELETE OR UPDATE ON public.carriers FOR EACH STATEMENT EXECUTE FUNCTION routing_changes();
CREATE TRIGGER changes AFTER INSERT OR DELETE OR UPDATE ON public.delivery_rates FOR EACH STATEMENT EXECUTE FUNCTION routing_changes();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER bump_delete AFTER DELETE ON public.opt_outs REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_insert AFTER INSERT ON public.opt_outs REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER changes AFTER INSERT OR DELETE OR UPDATE ON public.pauses FOR EACH STATEMENT EXECUTE FUNCTION routing_changes();
CREATE TRIGGER bump_delete AFTER DELETE ON public.price_list_entries REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_lists_bump_accounts();
CREATE TRIGGER bump_insert AFTER INSERT ON public.price_list_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_lists_bump_accounts();
CREATE TRIGGER bump_update AFTER UPDATE ON public.price_list_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_lists_bump_accounts();
CREATE TRIGGER bump_update AFTER UPDATE ON public.price_lists REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_price_lists_bump_accounts();
CREATE TRIGGER changes AFTER INSERT OR DELETE OR UPDATE ON public.routes FOR EACH STATEMENT EXECUTE FUNCTION routing_changes();
CREATE TRIGGER changes AFTER INSERT OR DELETE OR UPDATE ON public.routing_policies FOR EACH STATEMENT EXECUTE FUNCTION routing_changes();
CREATE TRIGGER bump_delete AFTER DELETE ON public.senders REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_insert AFTER INSERT ON public.senders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_update AFTER UPDATE ON public.senders REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER moves BEFORE UPDATE OF status ON public.senders FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION sender_moves();
CREATE TRIGGER bump_delete AFTER DELETE ON public.smpp_credentials REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_insert AFTER INSERT ON public.smpp_credentials REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_update AFTER UPDATE ON public.smpp_credentials REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_delete AFTER DELETE ON public.webhook_endpoints REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_insert AFTER INSERT ON public.webhook_endpoints REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
CREATE TRIGGER bump_update AFTER UPDATE ON public.webhook_endpoints REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION changed_rows_bump_accounts();
