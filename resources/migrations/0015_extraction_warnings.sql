-- What a document's extractor could not do: a JSON list, each with its sentence and places. Reading it anew replaces it.
ALTER TABLE documents ADD COLUMN warnings TEXT NOT NULL DEFAULT '[]' CHECK (json_type(warnings) = 'array');
