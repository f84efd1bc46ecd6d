-- Where a process runs, for whoever looks at what the service consists of. Written once, when it starts.
ALTER TABLE workers ADD COLUMN host text, ADD COLUMN pid integer, ADD COLUMN version text;

-- A process that ended without a word, and whose work another one took over. Kept for a week.
CREATE TABLE lost_workers (
  id uuid PRIMARY KEY,
  host text,
  pid integer,
  seen_at timestamptz NOT NULL,
  lost_at timestamptz NOT NULL DEFAULT now()
);

-- How the one process that reads a mailbox is getting on; without an error it is connected. Written when that changes.
CREATE TABLE mailbox_readers (
  mailbox text PRIMARY KEY,
  error text,
  since timestamptz NOT NULL DEFAULT now()
);
