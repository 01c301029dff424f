import { z } from 'zod'
import { say } from '../../../shared/sentences/say'
import type { BlobStore } from '../../changes/blobs'
import { createKeptTexts } from '../../changes/kept-texts'
import { type StoredRecord, storedRecordSchema } from './stored-records'

/** Records that are kept for undo in one stored text, and its characters: more begin another one. */
const kept = { atOnce: 100, characters: 1_000_000 } as const

/** Contacts and tasks that were taken out, or written over, by an import. */
export interface KeptRecords {
  /** Keeps them for undo; answers for each by its id in which stored text it is. */
  keep(records: readonly StoredRecord[]): Promise<ReadonlyMap<string, string>>
  /** What a stored text has; throws `unavailable` once it is gone. */
  kept(sha256: string): Promise<readonly StoredRecord[]>
}

/** Keeps them among the texts that are kept for undo. */
export function createKeptRecords(blobs: Pick<BlobStore, 'putBytes' | 'read'>): KeptRecords {
  const texts = createKeptTexts(blobs, () => say('import.not_kept'))
  return {
    async keep(records) {
      const places = new Map<string, string>()
      let waiting: { readonly id: string; readonly text: string }[] = []
      let characters = 0
      const store = async (): Promise<void> => {
        if (waiting.length === 0) return
        const { sha256 } = await texts.keep(`[${waiting.map(({ text }) => text).join(',')}]`)
        for (const { id } of waiting) places.set(id, sha256)
        waiting = []
        characters = 0
      }
      for (const one of records) {
        const text = JSON.stringify(one)
        waiting.push({ id: one.record.id, text })
        characters += text.length
        if (waiting.length >= kept.atOnce || characters >= kept.characters) await store()
      }
      await store()
      return places
    },
    kept: async (sha256) => z.array(storedRecordSchema).parse(JSON.parse(await texts.kept(sha256))),
  }
}
