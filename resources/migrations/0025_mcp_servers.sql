-- Other programs' MCP servers that a person added. One that was removed keeps its row, without its configuration, so that
-- no later one gets the names of its tools: policies and histories store those.
CREATE TABLE mcp_servers (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  -- What the names of its tools begin with.
  slug TEXT NOT NULL UNIQUE,
  -- JSON: a command or an address, with the names of its secrets and never their values; null once it is removed.
  connection TEXT,
  -- The hash of the configuration that a person said yes to; null before.
  approved_hash TEXT,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  call_seconds INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- What they offer, and what a person has looked at of it.
CREATE TABLE mcp_tools (
  server_id TEXT NOT NULL REFERENCES mcp_servers (id),
  -- As its server calls it.
  name TEXT NOT NULL,
  -- As models and histories call it.
  stored_name TEXT NOT NULL UNIQUE,
  -- JSON: what its server says of it now, with its hash; null where the server no longer has it.
  offered TEXT,
  offered_hash TEXT,
  -- The same as it was when a person looked at it; null before.
  accepted TEXT,
  accepted_hash TEXT,
  class TEXT NOT NULL CHECK (class IN ('read', 'destructive_update')),
  allowed INTEGER NOT NULL CHECK (allowed IN (0, 1)),
  PRIMARY KEY (server_id, name)
) STRICT;
