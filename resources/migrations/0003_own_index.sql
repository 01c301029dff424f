-- Our own index takes the place of FTS5's; it is built from the stored passages in the background.
DROP TABLE chunks_index;

-- The language that a document is in (ISO 639-1); NULL until it is indexed.
ALTER TABLE documents ADD COLUMN language TEXT;
-- Which indexing made the entries that count; 0 when it has none. Entries of any other are as if they were not there.
ALTER TABLE documents ADD COLUMN indexing INTEGER NOT NULL DEFAULT 0;
CREATE INDEX documents_not_indexed ON documents (number) WHERE status = 'complete' AND indexing = 0;

-- Parts of the index; their pages never change once they are written.
CREATE TABLE index_segments (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  state TEXT NOT NULL CHECK (state IN ('building', 'live')),
  -- The document that it is built for; NULL when it is merged from others.
  document_number INTEGER,
  facts TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE TABLE index_pages (
  segment INTEGER NOT NULL,
  file INTEGER NOT NULL,
  page INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (segment, file, page)
) STRICT, WITHOUT ROWID;

-- What changed of what a search may find, for readers that remember; the last thousand.
CREATE TABLE search_changes (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  -- 'segments', 'documents' (all), or one 'document'
  kind TEXT NOT NULL CHECK (kind IN ('segments', 'documents', 'document')),
  document_number INTEGER
) STRICT;
CREATE TRIGGER search_changes_few AFTER INSERT ON search_changes BEGIN
  DELETE FROM search_changes WHERE number <= NEW.number - 1000;
END;
CREATE TRIGGER document_arrived AFTER INSERT ON documents WHEN NEW.status = 'complete' BEGIN
  INSERT INTO search_changes (kind, document_number) VALUES ('document', NEW.number);
END;
CREATE TRIGGER document_changed
AFTER UPDATE OF status, deleted_at, collection_id, tags, mime, indexing, added_at ON documents
WHEN (OLD.status = 'complete') <> (NEW.status = 'complete')
  OR (NEW.status = 'complete' AND (
    OLD.deleted_at IS NOT NEW.deleted_at OR OLD.collection_id <> NEW.collection_id OR OLD.tags <> NEW.tags
    OR OLD.mime <> NEW.mime OR OLD.indexing <> NEW.indexing OR OLD.added_at <> NEW.added_at
  ))
BEGIN
  INSERT INTO search_changes (kind, document_number) VALUES ('document', NEW.number);
END;
CREATE TRIGGER document_removed AFTER DELETE ON documents BEGIN
  INSERT INTO search_changes (kind, document_number) VALUES ('document', OLD.number);
END;
CREATE TRIGGER collection_changed AFTER UPDATE OF deleted_at ON collections
WHEN OLD.deleted_at IS NOT NEW.deleted_at
BEGIN
  INSERT INTO search_changes (kind) VALUES ('documents');
END;
CREATE TRIGGER segment_changed AFTER UPDATE OF state ON index_segments BEGIN
  INSERT INTO search_changes (kind) VALUES ('segments');
END;
CREATE TRIGGER segment_removed AFTER DELETE ON index_segments WHEN OLD.state = 'live' BEGIN
  INSERT INTO search_changes (kind) VALUES ('segments');
END;
