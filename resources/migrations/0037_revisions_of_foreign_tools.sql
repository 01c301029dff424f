-- Raised by every save, also of another value of a variable or a header alone, which no other column shows.
ALTER TABLE mcp_servers ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE http_tools ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
