-- What is to be done.
CREATE TABLE tasks (
  id TEXT NOT NULL PRIMARY KEY,
  title TEXT NOT NULL,
  -- Markdown.
  notes TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'in_progress', 'done', 'cancelled')),
  priority TEXT NOT NULL CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
  -- YYYY-MM-DD.
  due TEXT,
  -- The id of the task that it is a part of, which may be gone: its undo brings back what was a part of it.
  parent TEXT,
  -- JSON: the ids of the tasks that it waits for, which may be gone.
  needs TEXT NOT NULL,
  -- The id of an assistant, which may be gone.
  assistant TEXT,
  -- JSON.
  tags TEXT NOT NULL,
  -- JSON: what a run had read from outside that wrote it; empty for what a person wrote.
  outside TEXT NOT NULL,
  -- All that a search looks in, in lower case and without accents.
  words TEXT NOT NULL,
  made_by TEXT NOT NULL,
  changed_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  revision INTEGER NOT NULL
) STRICT;
CREATE INDEX tasks_by_parent ON tasks (parent) WHERE parent IS NOT NULL;

-- What was written about a task.
CREATE TABLE task_comments (
  id TEXT NOT NULL PRIMARY KEY,
  task_id TEXT NOT NULL,
  text TEXT NOT NULL,
  outside TEXT NOT NULL,
  made_by TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX task_comments_of_task ON task_comments (task_id);

-- Each time that an assistant worked on a task, in a conversation of its own. Task and conversation may be gone.
CREATE TABLE task_runs (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  task_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL UNIQUE,
  run_id TEXT NOT NULL,
  started_at INTEGER NOT NULL
) STRICT;
CREATE INDEX task_runs_of_task ON task_runs (task_id);
