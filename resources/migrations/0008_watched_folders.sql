-- Folders that a person has watched for a collection.
CREATE TABLE watched_folders (
  id TEXT PRIMARY KEY,
  -- Canonical.
  path TEXT NOT NULL UNIQUE,
  collection_id TEXT NOT NULL REFERENCES collections (id),
  -- What the folder was beyond its name when its files were last seen.
  node TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_seen INTEGER
) STRICT;

-- The files of watched folders as they were last taken into the library.
CREATE TABLE watched_files (
  folder_id TEXT NOT NULL REFERENCES watched_folders (id) ON DELETE CASCADE,
  -- Below the folder, with slashes.
  path TEXT NOT NULL,
  document_id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  -- Size, times and inode: while they are the same, the content is.
  stamp TEXT NOT NULL,
  -- What the file is beyond its name; empty where its disk does not tell.
  node TEXT NOT NULL,
  -- Whether it lies on another disk than the folder, which can go away alone.
  other_disk INTEGER NOT NULL,
  gone INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (folder_id, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX watched_files_by_document ON watched_files (document_id);

-- Set while the file that the document was made from is not in its watched folder any more.
ALTER TABLE documents ADD COLUMN source_gone INTEGER NOT NULL DEFAULT 0;
-- The document that this row is to take the place of, as its new version, once it is read; hidden until then.
ALTER TABLE documents ADD COLUMN version_of TEXT;
CREATE INDEX documents_versions ON documents (version_of) WHERE version_of IS NOT NULL;
