-- More letters are folded: the sigma that ends a word, marks of Hindi, ligatures with an accent, and forms of Chinese
-- letters. What is compared by it is folded again; what was folded before comes to the same as what was not.
UPDATE documents SET title_order = order_of_title(title) WHERE title_order <> order_of_title(title);
UPDATE notes SET title_order = order_of_title(title) WHERE title_order <> order_of_title(title);
UPDATE contacts SET folded_name = folded(name), words = folded(words), marks = folded(marks)
  WHERE folded_name <> folded(name) OR words <> folded(words) OR marks <> folded(marks);
UPDATE tasks SET words = folded(words) WHERE words <> folded(words);
-- The next start builds the index anew, in the background, from the stored passages.
DELETE FROM index_segments;
UPDATE documents SET indexing = 0, language = NULL;
