-- Policies, remembered approvals, what runs have read, needs between proposals, approval in part.
CREATE TABLE policies (
  assistant TEXT NOT NULL,
  tool TEXT NOT NULL,
  policy TEXT NOT NULL CHECK (policy IN ('auto', 'propose', 'deny')),
  set_at INTEGER NOT NULL,
  PRIMARY KEY (assistant, tool)
) STRICT, WITHOUT ROWID;

CREATE TABLE standing_grants (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  tool TEXT NOT NULL,
  class TEXT NOT NULL CHECK (class IN ('safe_create', 'safe_update', 'destructive_update')),
  scope TEXT NOT NULL CHECK (scope IN ('target', 'container', 'run', 'conversation')),
  label TEXT NOT NULL,
  -- Whose calls it covers: an assistant, a client.
  subject TEXT NOT NULL,
  actor TEXT NOT NULL,
  targets TEXT NOT NULL,
  container TEXT,
  -- Set where only exactly the same call is covered.
  input_hash TEXT,
  run_id TEXT,
  conversation_id TEXT,
  used INTEGER NOT NULL DEFAULT 0,
  uses_left INTEGER CHECK (uses_left >= 0),
  until INTEGER,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  revoked_at INTEGER,
  proposal_id TEXT NOT NULL
) STRICT;
CREATE INDEX standing_grants_by_tool ON standing_grants (tool) WHERE revoked_at IS NULL;

-- Untrusted text that runs have read; runs of a conversation are sent what was read before them.
CREATE TABLE run_taints (
  run_id TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('library', 'web', 'mcp_server')),
  source TEXT NOT NULL,
  tool TEXT NOT NULL,
  conversation_id TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (run_id, origin, source)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_taints_by_conversation ON run_taints (conversation_id);

ALTER TABLE proposals ADD COLUMN needs TEXT NOT NULL DEFAULT '[]';
ALTER TABLE proposals ADD COLUMN amendment TEXT;
CREATE INDEX proposals_replacing ON proposals (replaces) WHERE replaces IS NOT NULL;

-- A check can't be altered in place, so the ledger moves to a table with the wider one.
CREATE TABLE changes_wider (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  tool TEXT NOT NULL,
  class TEXT NOT NULL,
  summary TEXT NOT NULL,
  preview TEXT NOT NULL,
  inverse TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('applying', 'applied', 'rolled_back', 'undone')),
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
  amended TEXT
) STRICT;
INSERT INTO changes_wider (
  number, id, tool, class, summary, preview, inverse, status, actor, approved_by, approval, proposal_id, run_id,
  conversation_id, undoes, undone_by, at
)
SELECT
  number, id, tool, class, summary, preview, inverse, status, actor, approved_by, approval, proposal_id, run_id,
  conversation_id, undoes, undone_by, at
FROM changes;
DROP TABLE changes;
ALTER TABLE changes_wider RENAME TO changes;
CREATE INDEX changes_by_run ON changes (run_id);
CREATE INDEX changes_by_conversation ON changes (conversation_id);
CREATE INDEX changes_undoing ON changes (undoes) WHERE undoes IS NOT NULL;
CREATE INDEX changes_under_way ON changes (status) WHERE status = 'applying';
