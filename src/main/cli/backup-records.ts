import type { BackupSummary } from '../../shared/contract/data'
import { counted } from '../../shared/sentences/english'

/** A backup as commands print it in JSON; notes, contacts and tasks are left out where they were not counted. */
export function backupDocument({ createdAt, auditIntact, ...backup }: BackupSummary) {
  const { path, application, entries, bytes, missing } = backup
  const { conversations, documents, notes, contacts, tasks, changes } = backup
  return {
    ...{ path, created_at: new Date(createdAt).toISOString(), application },
    ...{ conversations, documents, notes, contacts, tasks, changes },
    ...{ entries, bytes, missing, audit_intact: auditIntact },
  }
}

/** What a backup holds, in words; of one that an early Countersign wrote not all is known. */
export function holdingsOfBackup(backup: BackupSummary): string {
  const { conversations, documents, notes, contacts, tasks, changes } = backup
  const counts: readonly [number | undefined, string][] = [
    [conversations, 'conversation'],
    [documents, 'document'],
    [notes, 'note'],
    [contacts, 'contact'],
    [tasks, 'task'],
    [changes, 'change'],
  ]
  return counts.flatMap(([count, noun]) => (count === undefined ? [] : [counted(count, noun)])).join(', ')
}

/** What a person should know of a backup beyond what it holds. */
export function notesOfBackup({ missing, auditIntact }: BackupSummary): string[] {
  return [
    ...(missing === 0
      ? []
      : [
          `${counted(missing, 'stored file')} went away meanwhile, could not be read or ${missing === 1 ? 'was' : 'were'} damaged already, and will not come back from it.`,
        ]),
    ...(auditIntact
      ? []
      : ['The record of changes was broken already when the backup was made. See: countersign doctor']),
  ]
}
