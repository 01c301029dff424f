-- Documents that were made from a page of the web are found by its address, when it is fetched again.
CREATE INDEX documents_pages ON documents (collection_id, source) WHERE source GLOB 'http*';
