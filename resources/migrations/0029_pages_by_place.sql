-- A table whose rows have no number of their own keeps a part of each row in the inner nodes of its tree, of which so few
-- fit into a page of the file that a search read some thirty of those for each page of the index. By number it is two.
-- Segment, file (16) and page (4,194,304) stand side by side in the place.
CREATE TABLE pages_by_place (
  place INTEGER PRIMARY KEY,
  data BLOB NOT NULL
) STRICT;
INSERT INTO pages_by_place (place, data)
  SELECT (segment * 16 + file) * 4194304 + page, data FROM index_pages ORDER BY segment, file, page;
DROP TABLE index_pages;
ALTER TABLE pages_by_place RENAME TO index_pages;
