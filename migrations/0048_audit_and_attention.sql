-- The audit log is searched by person, by name or id, and by action; entries are kept forever. Each index continues with the id, so that
-- a page is read in the order of the index.
CREATE INDEX audit_actor ON audit (lower(actor), id);
CREATE INDEX audit_actor_id ON audit (actor_id, id);
CREATE INDEX audit_action ON audit (action, id);

-- Counted for every open console. Rows leave it with the decision.
CREATE INDEX senders_pending ON senders (id) WHERE status = 'Pending' AND deleted_at IS NULL;
