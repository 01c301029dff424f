-- Standing work in the background.
CREATE TABLE missions (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  -- What is to be done, in Markdown.
  prompt TEXT NOT NULL,
  assistant TEXT NOT NULL,
  -- JSON.
  schedule TEXT NOT NULL,
  switched_on INTEGER NOT NULL CHECK (switched_on IN (0, 1)),
  -- What is done about a time that passed while nothing could run.
  late TEXT NOT NULL CHECK (late IN ('run', 'skip')),
  limit_minutes INTEGER NOT NULL,
  tells TEXT NOT NULL CHECK (tells IN ('always', 'needed', 'never')),
  -- When it falls due next; NULL while it is off, or runs by hand only.
  next_due_at INTEGER,
  -- The last time that it fell due: a clock that is set back does not bring that again.
  last_due_at INTEGER,
  -- JSON.
  changed_by TEXT NOT NULL,
  revision INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  trashed_at INTEGER
) STRICT;

-- Each time that a mission ran: one run, in a conversation of its own.
CREATE TABLE mission_iterations (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  mission_id TEXT NOT NULL REFERENCES missions (id) ON DELETE CASCADE,
  -- Counts those of its mission, from 1.
  sequence INTEGER NOT NULL,
  why TEXT NOT NULL CHECK (why IN ('schedule', 'late', 'by_hand')),
  -- NULL where no run could begin. Either may be gone: a person deletes conversations.
  conversation_id TEXT,
  run_id TEXT,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  ended TEXT CHECK (ended IN ('completed', 'turn_cap', 'budget', 'failed', 'stopped', 'out_of_time', 'interrupted')),
  -- JSON: why no run could begin; what ended a run is in its own record.
  error TEXT,
  UNIQUE (mission_id, sequence)
) STRICT;
CREATE INDEX mission_iterations_under_way ON mission_iterations (mission_id) WHERE ended IS NULL;

-- The mission that a conversation was made by.
ALTER TABLE conversations ADD COLUMN mission_id TEXT;
