-- Whether an assistant thinks before it answers; null as it is in the settings.
ALTER TABLE assistants ADD COLUMN thinking TEXT;
