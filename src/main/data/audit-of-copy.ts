import { createAudit } from '../changes/audit'
import { openReader } from '../db/open'

/** Whether the audit chain of a database that lies beside is intact. */
export async function auditIsIntact(path: string): Promise<boolean> {
  const db = openReader(path)
  try {
    return (await createAudit(db, () => new Date()).verify()).intact
  } finally {
    db.close()
  }
}
