-- A file that is added again is found by its path, as a page is by its address: what changed is a new version.
DROP INDEX documents_pages;
CREATE INDEX documents_by_source ON documents (collection_id, source) WHERE deleted_at IS NULL;
