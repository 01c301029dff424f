import { defaultSettings } from '../../shared/contract/settings'
import type { Database } from '../db/open'
import { createSettingsTable } from '../db/settings'
import type { RecognitionChoice } from '../library/ingest/parts'

/** Tells what is set about the text in pictures, as it is now. */
export function createRecognitionChoice(db: Database): () => RecognitionChoice {
  const table = createSettingsTable(db)
  return () => {
    const { readPictures, recognitionLanguages } = { ...defaultSettings, ...table.stored() }
    return { on: readPictures, languages: recognitionLanguages }
  }
}
