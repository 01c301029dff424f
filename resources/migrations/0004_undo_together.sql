-- What one undo of several changes made, so that it is taken back in one go; what an undo of an undo did again.
ALTER TABLE changes ADD COLUMN redoes TEXT;
ALTER TABLE changes ADD COLUMN batch TEXT;
UPDATE changes SET redoes = (
  SELECT undone.undoes FROM changes AS undone WHERE undone.id = changes.undoes
)
WHERE undoes IS NOT NULL;
CREATE INDEX changes_by_batch ON changes (batch) WHERE batch IS NOT NULL;
