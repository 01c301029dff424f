-- An entry that took back some things of another, which stays: the other one.
ALTER TABLE changes ADD COLUMN undoes_part_of TEXT;
CREATE INDEX changes_undone_in_part ON changes (undoes_part_of) WHERE undoes_part_of IS NOT NULL;
