-- What a document calls itself, whatever people call it; empty where it says nothing, null where it was read before this.
ALTER TABLE documents ADD COLUMN read_title TEXT;
