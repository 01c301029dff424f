-- What each passage says is part of the index now, and the names of files are. The next start builds it anew, in the
-- background, from the stored passages.
DELETE FROM index_segments;
UPDATE documents SET indexing = 0;
