-- What the reasons of a proposal say, by their English words, so that the window can say them in its own language.
ALTER TABLE proposals ADD COLUMN said TEXT NOT NULL DEFAULT '{}';

-- Where on the way to a granted folder another disk begins, as a JSON list of paths; null where that is not known yet.
ALTER TABLE grants ADD COLUMN mounts TEXT;
