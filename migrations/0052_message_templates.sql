-- Texts that a customer sends again and again, by name. The content is in the versions.
CREATE TABLE message_templates (
  account_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
  version integer NOT NULL DEFAULT 1, -- the newest
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX message_templates_name ON message_templates (account_id, lower(name));

-- Each change of the content is a version; the newest 100 are kept.
CREATE TABLE message_template_versions (
  account_id uuid NOT NULL,
  template_id uuid NOT NULL,
  version integer NOT NULL,
  default_language text NOT NULL,
  texts jsonb NOT NULL, -- by language
  variables jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, template_id, version),
  FOREIGN KEY (account_id, template_id) REFERENCES message_templates (account_id, id) ON DELETE CASCADE
);
