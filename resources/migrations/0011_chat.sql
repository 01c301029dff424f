-- The tree of messages: which message each follows, and which of those that follow it is shown. What a message says
-- is in run_events.
CREATE TABLE messages (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  run_id TEXT NOT NULL,
  parent_id TEXT,
  next_id TEXT,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
  -- Of the event that began it.
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX messages_by_conversation ON messages (conversation_id, seq);
CREATE INDEX messages_by_parent ON messages (conversation_id, parent_id);
CREATE INDEX messages_by_run ON messages (run_id);
CREATE INDEX run_events_by_run ON run_events (run_id, seq);
-- What waits to join is a handful among many thousands.
CREATE INDEX run_events_of_queue ON run_events (conversation_id, seq)
  WHERE type IN ('message_queued', 'message_unqueued');

-- Until now every conversation was one branch, in the order of its events.
INSERT OR IGNORE INTO messages (id, conversation_id, run_id, parent_id, next_id, role, seq, at)
SELECT
  message_id,
  conversation_id,
  run_id,
  LAG(message_id) OVER (PARTITION BY conversation_id ORDER BY seq),
  LEAD(message_id) OVER (PARTITION BY conversation_id ORDER BY seq),
  CASE type WHEN 'user_message' THEN 'user' ELSE 'assistant' END,
  seq,
  at
FROM run_events
WHERE type IN ('user_message', 'turn_started') AND message_id IS NOT NULL
ORDER BY seq;

-- Where the shown branch begins and ends.
ALTER TABLE conversations ADD COLUMN first_id TEXT;
ALTER TABLE conversations ADD COLUMN leaf_id TEXT;
UPDATE conversations SET
  first_id = (
    SELECT id FROM messages WHERE conversation_id = conversations.id ORDER BY seq LIMIT 1
  ),
  leaf_id = (
    SELECT id FROM messages WHERE conversation_id = conversations.id ORDER BY seq DESC LIMIT 1
  );

-- How conversations are kept in order.
CREATE TABLE conversation_folders (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;
ALTER TABLE conversations ADD COLUMN folder_id TEXT REFERENCES conversation_folders (id);
ALTER TABLE conversations ADD COLUMN pinned_at INTEGER;
ALTER TABLE conversations ADD COLUMN archived_at INTEGER;
-- Until now nothing was said of a term: what is in the trash has the whole of it from now on.
UPDATE conversations SET trashed_at = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE trashed_at IS NOT NULL;

-- The words of messages, for the search in all conversations; a row has the number of its message.
CREATE VIRTUAL TABLE message_words USING fts5 (
  words,
  tokenize = 'unicode61 remove_diacritics 2',
  prefix = '2 3'
);
-- A damaged entry has no words, and keeps no database from being opened.
INSERT OR REPLACE INTO message_words (rowid, words)
SELECT messages.number, said.words
FROM messages
JOIN (
  SELECT
    event.message_id,
    CASE event.type
      WHEN 'user_message' THEN json_extract(event.body, '$.text')
      ELSE (
        SELECT group_concat(json_extract(block.value, '$.text'), char(10) || char(10))
        FROM json_each(event.body, '$.content') AS block
        WHERE json_extract(block.value, '$.type') = 'text'
      )
    END AS words
  FROM (
    SELECT message_id, type, CASE WHEN json_valid(body) THEN body ELSE '{}' END AS body
    FROM run_events
    WHERE type IN ('user_message', 'turn_finished', 'turn_failed')
  ) AS event
) AS said ON said.message_id = messages.id
WHERE said.words <> '';
