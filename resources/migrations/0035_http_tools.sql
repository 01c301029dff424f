-- Tools that a person made of an address. One that was removed keeps its row, without its definition, so that no later one
-- gets its name: policies and histories store that.
CREATE TABLE http_tools (
  id TEXT NOT NULL PRIMARY KEY,
  -- As models and histories call it.
  name TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  -- JSON, with the names of its headers and never their values; null once it is removed.
  definition TEXT,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;
