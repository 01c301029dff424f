-- Pages that hold something drawn and no text, and were not read by text recognition; 1 where reading failed for that.
ALTER TABLE documents ADD COLUMN picture_pages INTEGER NOT NULL DEFAULT 0;
-- 1 where a person asked to have this document's pictures read, whatever the settings say.
ALTER TABLE documents ADD COLUMN recognize INTEGER NOT NULL DEFAULT 0;
CREATE INDEX documents_with_pictures ON documents (picture_pages) WHERE picture_pages > 0;

-- Scans that former versions refused can be read now.
UPDATE documents SET picture_pages = 1
  WHERE status = 'error' AND error_code = 'unsupported' AND error_message LIKE '%of this PDF % without text (a scan?)%';

-- Where the words of a page stand that text recognition read.
CREATE TABLE page_words (
  document_number INTEGER NOT NULL REFERENCES documents (number) ON DELETE CASCADE,
  page INTEGER NOT NULL,
  -- Fourteen bytes a word; see word-boxes.ts.
  boxes BLOB NOT NULL,
  PRIMARY KEY (document_number, page)
) STRICT, WITHOUT ROWID;
