-- Vectors of passages, for searching by meaning. A set is what one model makes of them, in one number of dimensions.
CREATE TABLE vector_sets (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Where the model was asked last, to ask it again for the vector of a query.
  provider TEXT NOT NULL,
  address TEXT NOT NULL,
  model TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  -- Searches use the live set; one that is being built takes its place when it is whole.
  state TEXT NOT NULL CHECK (state IN ('building', 'live', 'retired'))
) STRICT;
CREATE UNIQUE INDEX vector_sets_live ON vector_sets (state) WHERE state = 'live';
CREATE UNIQUE INDEX vector_sets_building ON vector_sets (state) WHERE state = 'building';

-- Vectors of some passages of a document that follow each other; they never change once they are written. Their
-- numbers are in tables of their own, so that taking a whole document's vectors out of use is quick.
CREATE TABLE vector_blocks (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  set_number INTEGER NOT NULL REFERENCES vector_sets (number) ON DELETE CASCADE,
  document_number INTEGER NOT NULL REFERENCES documents (number) ON DELETE CASCADE,
  first_ordinal INTEGER NOT NULL,
  count INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX vector_blocks_by_document
  ON vector_blocks (set_number, document_number, first_ordinal, count);
-- For what happens to one document, whatever the set.
CREATE INDEX vector_blocks_of_document ON vector_blocks (document_number);

-- One 32-bit float for each vector, and its numbers as 8-bit integers; little-endian.
CREATE TABLE vector_codes (
  block INTEGER PRIMARY KEY,
  scales BLOB NOT NULL,
  codes BLOB NOT NULL
) STRICT;

-- The same numbers as 16-bit integers, to score the best ones again; apart, because a scan does not read them.
CREATE TABLE vector_details (
  block INTEGER PRIMARY KEY,
  numbers BLOB NOT NULL
) STRICT;

-- Blocks that are gone and whose numbers are still to be removed, a few at a time.
CREATE TABLE vector_leftovers (
  block INTEGER PRIMARY KEY
) STRICT;
CREATE TRIGGER vector_block_left AFTER DELETE ON vector_blocks BEGIN
  INSERT INTO vector_leftovers (block) VALUES (OLD.number);
END;

-- Blocks of the live set that are gone, for readers that remember; the last thousand.
CREATE TABLE vector_removals (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  block INTEGER NOT NULL
) STRICT;
CREATE TRIGGER vector_removals_few AFTER INSERT ON vector_removals BEGIN
  DELETE FROM vector_removals WHERE number <= NEW.number - 1000;
END;
CREATE TRIGGER vector_block_removed AFTER DELETE ON vector_blocks
WHEN (SELECT state FROM vector_sets WHERE number = OLD.set_number) = 'live'
BEGIN
  INSERT INTO vector_removals (block) VALUES (OLD.number);
END;

-- The passages of a document are about to be replaced, or their title is another one: its vectors no longer fit.
CREATE TRIGGER document_rewritten AFTER UPDATE OF stage, title ON documents
WHEN (NEW.status = 'processing' AND NEW.stage = 'index' AND OLD.stage <> 'index')
  OR (NEW.status = 'complete' AND OLD.status = 'complete' AND NEW.title <> OLD.title)
BEGIN
  DELETE FROM vector_blocks WHERE document_number = NEW.number;
END;
