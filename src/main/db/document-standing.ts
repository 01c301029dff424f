/**
 * Whether a row of the documents table is a new content that is read or is to be and has not taken its document's place
 * yet, in SQL: what is read of it and not in its place counts.
 */
export function isArriving(row: string): string {
  return `${row}.version_of IS NOT NULL AND ${row}.status IN ('pending', 'processing', 'complete')`
}

/** The numbers of the documents that such contents belong to. */
export const RENEWED = `SELECT whole.number FROM documents version JOIN documents whole ON whole.id = version.version_of
  WHERE ${isArriving('version')}`
