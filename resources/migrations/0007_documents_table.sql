-- Titles as the table orders them. The function is the application's: every connection that writes has it.
ALTER TABLE documents ADD COLUMN title_order TEXT NOT NULL DEFAULT '';
UPDATE documents SET title_order = order_of_title(title);
CREATE TRIGGER document_titled AFTER INSERT ON documents BEGIN
  UPDATE documents SET title_order = order_of_title(NEW.title) WHERE number = NEW.number;
END;
CREATE TRIGGER document_retitled AFTER UPDATE OF title ON documents WHEN OLD.title <> NEW.title BEGIN
  UPDATE documents SET title_order = order_of_title(NEW.title) WHERE number = NEW.number;
END;

-- The documents in each order that the table offers. An index has all that a page of rows is counted off by, so that
-- no row before the page is read.
CREATE INDEX documents_by_title ON documents (title_order, number, collection_id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX documents_by_type ON documents (mime, number, collection_id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX documents_by_status ON documents (status, number, collection_id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX documents_by_pages ON documents (pages, number, collection_id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX documents_by_chunks ON documents (chunks, number, collection_id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX documents_by_size ON documents (size, number, collection_id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX documents_by_tags ON documents (tags, number, collection_id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX documents_by_added ON documents (added_at, number, collection_id, deleted_at) WHERE deleted_at IS NULL;

-- Collections count their documents in the index alone.
DROP INDEX documents_by_collection;
CREATE INDEX documents_by_collection ON documents (collection_id, number, deleted_at) WHERE deleted_at IS NULL;
