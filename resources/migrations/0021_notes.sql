-- Notes in Markdown. A deleted one is gone from here; what brings it back is kept as what other changes replaced.
CREATE TABLE notes (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  -- By order_of_title, which every connection that writes has.
  title_order TEXT NOT NULL,
  content TEXT NOT NULL,
  -- JSON: a list of words.
  tags TEXT NOT NULL,
  -- JSON: names of what the runs that wrote it had read from outside.
  outside TEXT NOT NULL,
  created_by TEXT NOT NULL,
  changed_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Counts its changes.
  revision INTEGER NOT NULL
) STRICT;
CREATE INDEX notes_by_update ON notes (updated_at, number);
CREATE INDEX notes_by_creation ON notes (created_at, number);
CREATE INDEX notes_by_title ON notes (title_order, number);

-- Their words; a row has the number of its note, and what it says is read from there.
CREATE VIRTUAL TABLE note_words USING fts5 (
  title,
  tags,
  content,
  content = 'notes',
  content_rowid = 'number',
  tokenize = 'unicode61 remove_diacritics 2',
  prefix = '2 3'
);
-- What is deleted leaves nothing in the index.
INSERT INTO note_words (note_words, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER note_written AFTER INSERT ON notes BEGIN
  INSERT INTO note_words (rowid, title, tags, content) VALUES (NEW.number, NEW.title, NEW.tags, NEW.content);
END;
CREATE TRIGGER note_rewritten AFTER UPDATE OF title, tags, content ON notes BEGIN
  INSERT INTO note_words (note_words, rowid, title, tags, content)
  VALUES ('delete', OLD.number, OLD.title, OLD.tags, OLD.content);
  INSERT INTO note_words (rowid, title, tags, content) VALUES (NEW.number, NEW.title, NEW.tags, NEW.content);
END;
CREATE TRIGGER note_removed AFTER DELETE ON notes BEGIN
  INSERT INTO note_words (note_words, rowid, title, tags, content)
  VALUES ('delete', OLD.number, OLD.title, OLD.tags, OLD.content);
END;
