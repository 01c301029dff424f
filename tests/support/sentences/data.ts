import type { Examples } from './examples'

const file = { path: '/media/stick/Sicherung.zip' }
const folder = { path: '/home/ich/Export' }

/** Of backups, restores and exports. */
export const dataExamples = {
  'data.inside': file,
  'data.file_there': file,
  'data.not_a_file_there': file,
  'data.not_a_folder': folder,
  'data.folder_not_empty': folder,
  'data.no_room': { ...folder, needed: 12_000_000_000, free: 340_000_000 },
  'data.too_many': { limit: 1_000_000 },
  'data.not_a_backup': file,
  'data.newer': file,
  'data.damaged': file,
  'data.audit_broken': file,
  'data.mark_damaged': { path: '/data/restore/pending.json' },
  'data.not_moved': { path: '/data', former: '/data-before-restore-2026-11-22', why: 'Weil.' },
  'data.begun': { path: '/data' },
  'data.foreign_name': { ...file, name: 'a: b' },
} as const satisfies Examples
