-- Versions before wrote what was read anew over what was read before; where they were cut off, a document has some of
-- each. It counts as not read.
UPDATE documents SET extractor = NULL
WHERE stage = 'index' AND status <> 'complete' AND extractor IS NOT NULL;

-- The passages of a document are about to be replaced, or their title is another one, also while it is read again: its
-- vectors no longer fit.
DROP TRIGGER document_rewritten;
CREATE TRIGGER document_rewritten AFTER UPDATE OF stage, title ON documents
WHEN NEW.title <> OLD.title OR (NEW.status = 'processing' AND NEW.stage = 'index' AND OLD.stage <> 'index')
BEGIN
  DELETE FROM vector_blocks WHERE document_number = NEW.number;
END;
