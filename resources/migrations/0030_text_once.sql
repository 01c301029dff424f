-- Passages follow each other without overlap, and only white space stands between them: with that alone beside them the
-- text of a document is not stored twice. What was stored before stays as it is, whole.
ALTER TABLE document_texts ADD COLUMN whole INTEGER NOT NULL DEFAULT 1 CHECK (whole IN (0, 1));
