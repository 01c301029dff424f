-- JSON: titles that a note had before, the last one first. Links in other notes that were written with one lead to it still.
ALTER TABLE notes ADD COLUMN former_titles TEXT NOT NULL DEFAULT '[]';
