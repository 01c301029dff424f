-- What a run has read outside the granted folders, after a yes to it, is text that anybody may have written too.
ALTER TABLE run_taints RENAME TO run_taints_before;
DROP INDEX run_taints_by_conversation;
CREATE TABLE run_taints (
  run_id TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('outside', 'library', 'web', 'mcp_server')),
  source TEXT NOT NULL,
  tool TEXT NOT NULL,
  conversation_id TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (run_id, origin, source)
) STRICT, WITHOUT ROWID;
INSERT INTO run_taints (run_id, origin, source, tool, conversation_id, at)
  SELECT run_id, origin, source, tool, conversation_id, at FROM run_taints_before;
DROP TABLE run_taints_before;
CREATE INDEX run_taints_by_conversation ON run_taints (conversation_id);
