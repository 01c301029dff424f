-- How the last run of a conversation ended, while nobody has looked at it since.
CREATE TABLE unseen_ends (
  conversation_id TEXT PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
  ended TEXT NOT NULL CHECK (ended IN ('completed', 'failed'))
) STRICT;
