import { defaultSettings } from '../../shared/contract/settings'
import type { Database } from '../db/open'
import { createSettingsTable } from '../db/settings'

/** Tells whether the scripts of pages may be run, as it is set now. */
export function createPageScriptsChoice(db: Database): () => boolean {
  const table = createSettingsTable(db)
  return () => ({ ...defaultSettings, ...table.stored() }).pageScripts
}
