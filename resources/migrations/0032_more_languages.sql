-- More languages are told and stemmed, and Thai and its like are cut into threes. The next start builds the index anew, in
-- the background, from the stored passages, and tells the language of each document again.
DELETE FROM index_segments;
UPDATE documents SET indexing = 0, language = NULL;
