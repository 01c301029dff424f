-- Assistants that a person made, and the usual one.
CREATE TABLE assistants (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  -- JSON: nothing, an emoji or a stored picture.
  picture TEXT NOT NULL,
  instructions TEXT NOT NULL,
  -- Empty for the one of the settings.
  model TEXT NOT NULL,
  -- NULL for the one of the settings.
  effort TEXT,
  -- JSON: all tools, or modules and single tools.
  tools TEXT NOT NULL,
  collection_id TEXT,
  -- NULL for the one of the settings.
  turn_cap INTEGER,
  -- Tokens of one run; NULL for the budget of the settings.
  token_budget INTEGER,
  -- In the currency of the prices in the settings.
  cost_budget REAL,
  -- Which starter it was made from, so that it is made once.
  starter TEXT UNIQUE,
  revision INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  trashed_at INTEGER
) STRICT;

INSERT INTO assistants (id, name, picture, instructions, model, tools, created_at, updated_at)
VALUES (
  'default',
  'Assistant',
  '{"kind":"letter"}',
  '',
  '',
  '{"kind":"all"}',
  CAST(unixepoch('subsec') * 1000 AS INTEGER),
  CAST(unixepoch('subsec') * 1000 AS INTEGER)
);

-- The assistant whose tools, policies and instructions held; what ran before there were any was the usual one.
ALTER TABLE runs ADD COLUMN assistant TEXT NOT NULL DEFAULT 'default';
