-- A check can't be altered in place, so the ledger moves to a table with the wider one.
CREATE TABLE changes_wider (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  tool TEXT NOT NULL,
  class TEXT NOT NULL,
  summary TEXT NOT NULL,
  preview TEXT NOT NULL,
  inverse TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('applying', 'applied', 'rolled_back', 'interrupted', 'undone')),
  actor TEXT NOT NULL,
  approved_by TEXT NOT NULL,
  approval TEXT NOT NULL CHECK (approval IN ('decision', 'standing', 'gesture', 'grant', 'policy')),
  proposal_id TEXT,
  run_id TEXT,
  conversation_id TEXT,
  undoes TEXT,
  undone_by TEXT,
  at INTEGER NOT NULL,
  grant_id TEXT,
  amended TEXT,
  redoes TEXT,
  batch TEXT
) STRICT;
INSERT INTO changes_wider (
  number, id, tool, class, summary, preview, inverse, status, actor, approved_by, approval, proposal_id, run_id,
  conversation_id, undoes, undone_by, at, grant_id, amended, redoes, batch
)
SELECT
  number, id, tool, class, summary, preview, inverse, status, actor, approved_by, approval, proposal_id, run_id,
  conversation_id, undoes, undone_by, at, grant_id, amended, redoes, batch
FROM changes;
DROP TABLE changes;
ALTER TABLE changes_wider RENAME TO changes;
CREATE INDEX changes_by_run ON changes (run_id);
CREATE INDEX changes_by_conversation ON changes (conversation_id);
CREATE INDEX changes_undoing ON changes (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX changes_under_way ON changes (status) WHERE status = 'applying';
CREATE INDEX changes_by_batch ON changes (batch) WHERE batch IS NOT NULL;
