-- The calls of tools that messages hold, so that what is asked of calls long past is answered without reading what
-- they came to, which may be hundreds of megabytes. What a call and its result say is in run_events.
CREATE TABLE tool_calls (
  number INTEGER PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversations (id),
  run_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  tool_use_id TEXT NOT NULL,
  name TEXT NOT NULL,
  proposed INTEGER NOT NULL DEFAULT 0 CHECK (proposed IN (0, 1)),
  succeeded INTEGER NOT NULL DEFAULT 0 CHECK (succeeded IN (0, 1)),
  -- What the library gave can be cited.
  from_library INTEGER NOT NULL DEFAULT 0 CHECK (from_library IN (0, 1))
) STRICT;
CREATE INDEX tool_calls_by_id ON tool_calls (conversation_id, tool_use_id);
-- Summaries and titles are a handful among many thousands.
CREATE INDEX run_events_of_reductions ON run_events (conversation_id, seq) WHERE type = 'context_reduced';
CREATE INDEX run_events_of_titles ON run_events (conversation_id) WHERE type = 'title_made';

-- A damaged entry holds no call, and keeps no database from being opened.
INSERT INTO tool_calls (conversation_id, run_id, message_id, tool_use_id, name)
SELECT
  event.conversation_id,
  event.run_id,
  event.message_id,
  json_extract(block.value, '$.toolUseId'),
  json_extract(block.value, '$.name')
FROM (
  SELECT seq, conversation_id, run_id, message_id, CASE WHEN json_valid(body) THEN body ELSE '{}' END AS body
  FROM run_events
  WHERE type IN ('turn_finished', 'turn_failed') AND message_id IS NOT NULL
) AS event
JOIN json_each(event.body, '$.content') AS block
WHERE json_extract(block.value, '$.type') = 'tool_use'
ORDER BY event.seq, block.key;

UPDATE tool_calls SET proposed = 1
WHERE number IN (
  SELECT (
    SELECT max(call.number) FROM tool_calls AS call
    WHERE call.conversation_id = event.conversation_id
      AND call.tool_use_id = json_extract(event.body, '$.toolUseId')
      AND call.run_id = event.run_id
  )
  FROM run_events AS event
  WHERE event.type = 'tool_proposed' AND json_valid(event.body)
);

UPDATE tool_calls SET succeeded = result.succeeded, from_library = result.from_library
FROM (
  SELECT
    event.conversation_id,
    event.run_id,
    json_extract(event.body, '$.toolUseId') AS tool_use_id,
    coalesce(json_extract(event.body, '$.result.success'), 0) AS succeeded,
    coalesce(json_extract(event.body, '$.result.origin') = 'library', 0) AS from_library
  FROM (
    SELECT conversation_id, run_id, CASE WHEN json_valid(body) THEN body ELSE '{}' END AS body
    FROM run_events
    WHERE type = 'tool_finished'
  ) AS event
) AS result
WHERE tool_calls.conversation_id = result.conversation_id
  AND tool_calls.tool_use_id = result.tool_use_id
  AND tool_calls.run_id = result.run_id;
