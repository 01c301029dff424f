// SQLite's functions fail at what is no JSON, and with it the whole statement: one damaged row would hide all others.
// What a statement reads of a JSON column it reads by these.

/** In SQL, what a JSON column holds; one that can’t be read holds an empty list. */
function listIn(column: string): string {
  return `CASE WHEN json_valid(${column}) THEN ${column} ELSE '[]' END`
}

/** In SQL, a table of what a list in a JSON column has at `path`, with `value` and `type`; of one that can’t be read, nothing. */
export function eachIn(column: string, path = '$'): string {
  return `json_each(${listIn(column)}, '${path}')`
}

/** In SQL, a part of a JSON column; NULL where that can't be read, or has none. */
export function partIn(column: string, path: string): string {
  return `json_extract(${listIn(column)}, '${path}')`
}
