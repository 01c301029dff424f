-- What is no longer watched has no source to be gone from; a folder that was let go before left the mark.
UPDATE documents SET source_gone = 0 WHERE source_gone = 1 AND id NOT IN (SELECT document_id FROM watched_files);
