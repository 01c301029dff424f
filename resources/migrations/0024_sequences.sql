-- Sequences that a person wrote: steps that call tools.
CREATE TABLE sequences (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  -- Of its last version.
  revision INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  trashed_at INTEGER
) STRICT;

-- Each saving is a version, and stays.
CREATE TABLE sequence_versions (
  sequence TEXT NOT NULL REFERENCES sequences (id),
  version INTEGER NOT NULL,
  -- JSON: name, description, initial inputs and steps.
  definition TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  PRIMARY KEY (sequence, version)
) STRICT;

-- Which runs follow a sequence; how they ended is theirs.
CREATE TABLE sequence_runs (
  run_id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  sequence TEXT NOT NULL,
  version INTEGER NOT NULL,
  -- JSON: what it was given to begin with, by the names of the initial inputs.
  inputs TEXT NOT NULL,
  FOREIGN KEY (sequence, version) REFERENCES sequence_versions (sequence, version)
) STRICT;
CREATE INDEX sequence_runs_by_sequence ON sequence_runs (sequence, run_id);
CREATE INDEX sequence_runs_by_conversation ON sequence_runs (conversation_id);
