-- The archives of watched folders as they were last looked into, written once all of one was taken.
CREATE TABLE watched_archives (
  folder_id TEXT NOT NULL REFERENCES watched_folders (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  -- What the archive was, and whether pictures were taken out of it.
  stamp TEXT NOT NULL,
  -- What could not be taken of it, each with its path and the reason; JSON.
  left_out TEXT NOT NULL,
  PRIMARY KEY (folder_id, path)
) STRICT, WITHOUT ROWID;
