-- Times are milliseconds since 1970 and for display; order is by the integer keys.
CREATE TABLE install (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  installation TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  trashed_at INTEGER
) STRICT;

CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  status TEXT NOT NULL CHECK (status IN ('running', 'completed', 'stopped', 'failed')),
  actor TEXT NOT NULL,
  approval TEXT,
  model TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX runs_by_conversation ON runs (conversation_id);
CREATE INDEX runs_at_work ON runs (status) WHERE status = 'running';

CREATE TABLE run_events (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  run_id TEXT NOT NULL,
  type TEXT NOT NULL,
  message_id TEXT,
  at INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX run_events_by_conversation ON run_events (conversation_id, seq);

CREATE TABLE proposals (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  tool TEXT NOT NULL,
  class TEXT NOT NULL,
  raised_because TEXT NOT NULL,
  input TEXT NOT NULL,
  plan TEXT NOT NULL,
  preview TEXT NOT NULL,
  plan_hash TEXT NOT NULL,
  type_to_confirm TEXT,
  status TEXT NOT NULL,
  actor TEXT NOT NULL,
  run_id TEXT,
  conversation_id TEXT,
  tool_use_id TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  decided_at INTEGER,
  decided_by TEXT,
  reason TEXT,
  change_id TEXT,
  result TEXT,
  replaces TEXT
) STRICT;
CREATE INDEX proposals_pending ON proposals (status) WHERE status IN ('pending', 'approved');
CREATE INDEX proposals_by_conversation ON proposals (conversation_id);
CREATE INDEX proposals_by_tool_use ON proposals (tool_use_id);

CREATE TABLE changes (
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
  approval TEXT NOT NULL CHECK (approval IN ('decision', 'standing', 'gesture')),
  proposal_id TEXT,
  run_id TEXT,
  conversation_id TEXT,
  undoes TEXT,
  undone_by TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX changes_by_run ON changes (run_id);
CREATE INDEX changes_under_way ON changes (status) WHERE status = 'applying';

CREATE TABLE audit (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE grants (
  id TEXT PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  access TEXT NOT NULL CHECK (access IN ('read', 'read_write')),
  source TEXT NOT NULL CHECK (source IN ('dialog', 'flag', 'command_line')),
  created_at INTEGER NOT NULL
) STRICT;

-- Files and folders that tools moved to the trash; the bytes are in the data folder.
CREATE TABLE trash (
  id TEXT PRIMARY KEY,
  original_path TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('file', 'folder', 'link')),
  size INTEGER NOT NULL,
  files INTEGER NOT NULL,
  trashed_at INTEGER NOT NULL,
  restored_at INTEGER
) STRICT;

CREATE TABLE collections (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  description TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;

CREATE TABLE documents (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  collection_id TEXT NOT NULL REFERENCES collections (id),
  title TEXT NOT NULL,
  -- Set when a person or a tool chose the title, so that extraction does not replace it.
  title_chosen INTEGER NOT NULL DEFAULT 0,
  mime TEXT NOT NULL,
  source TEXT NOT NULL,
  sha256 TEXT,
  size INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'processing', 'complete', 'error', 'cancelled')),
  stage TEXT NOT NULL CHECK (stage IN ('waiting', 'acquire', 'extract', 'index', 'done')),
  progress_done INTEGER NOT NULL DEFAULT 0,
  progress_total INTEGER,
  error_code TEXT,
  error_message TEXT,
  pages INTEGER,
  chunks INTEGER NOT NULL DEFAULT 0,
  tokens INTEGER NOT NULL DEFAULT 0,
  characters INTEGER NOT NULL DEFAULT 0,
  extractor TEXT,
  tags TEXT NOT NULL DEFAULT '[]',
  metadata TEXT NOT NULL DEFAULT '{}',
  actor TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- A deleted document stays until the retention ends, so that undo brings it back whole.
  deleted_at INTEGER
) STRICT;
CREATE INDEX documents_by_collection ON documents (collection_id, number);
CREATE INDEX documents_by_sha256 ON documents (sha256);
CREATE INDEX documents_unfinished ON documents (status) WHERE status IN ('pending', 'processing');

CREATE TABLE document_texts (
  document_number INTEGER PRIMARY KEY REFERENCES documents (number) ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;

-- Character range of each page in the document's text.
CREATE TABLE document_pages (
  document_number INTEGER NOT NULL REFERENCES documents (number) ON DELETE CASCADE,
  page INTEGER NOT NULL,
  start INTEGER NOT NULL,
  end INTEGER NOT NULL,
  PRIMARY KEY (document_number, page)
) STRICT, WITHOUT ROWID;

CREATE TABLE chunks (
  number INTEGER PRIMARY KEY,
  document_number INTEGER NOT NULL REFERENCES documents (number) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  page INTEGER,
  section TEXT,
  start INTEGER NOT NULL,
  end INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX chunks_by_document ON chunks (document_number, ordinal);

-- The index keeps no copy of the text; its row ids are chunks.number.
CREATE VIRTUAL TABLE chunks_index USING fts5 (
  title,
  section,
  body,
  content = '',
  contentless_delete = 1,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
