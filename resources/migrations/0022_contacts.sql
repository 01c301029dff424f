-- People and organizations.
CREATE TABLE contacts (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('person', 'organization')),
  name TEXT NOT NULL,
  -- The name as it is ordered: in lower case, without accents.
  folded_name TEXT NOT NULL,
  -- Lists in JSON, each of labels and values.
  emails TEXT NOT NULL,
  phones TEXT NOT NULL,
  addresses TEXT NOT NULL,
  urls TEXT NOT NULL,
  -- The id of an organization, which may be gone: its undo brings back who was in it.
  organization TEXT,
  role TEXT NOT NULL,
  -- YYYY-MM-DD, or --MM-DD without a year.
  birthday TEXT,
  -- JSON.
  tags TEXT NOT NULL,
  -- Markdown.
  notes TEXT NOT NULL,
  -- JSON: what a run had read from outside that wrote it; empty for what a person wrote.
  outside TEXT NOT NULL,
  -- All that a search looks in, folded as the name is.
  words TEXT NOT NULL,
  -- What tells a duplicate, one a line: its name, e-mail addresses and the digits of its phone numbers.
  marks TEXT NOT NULL,
  made_by TEXT NOT NULL,
  changed_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  revision INTEGER NOT NULL
) STRICT;
CREATE INDEX contacts_by_name ON contacts (folded_name, id);
CREATE INDEX contacts_in_organization ON contacts (organization) WHERE organization IS NOT NULL;

-- What one contact is to another: "from" is the relation of "to".
CREATE TABLE contact_links (
  id TEXT NOT NULL PRIMARY KEY,
  from_id TEXT NOT NULL,
  to_id TEXT NOT NULL,
  relation TEXT NOT NULL,
  outside TEXT NOT NULL,
  made_by TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX contact_links_from ON contact_links (from_id);
CREATE INDEX contact_links_to ON contact_links (to_id);
