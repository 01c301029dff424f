import { parsedJson } from '../../shared/json/parsed-json'
import { fileInverseSchema } from '../../shared/tool/file-change'
import type { DeletedDocument } from '../db/deleted-documents'
import type { Database } from '../db/open'
import { ledgerNeeds, type StoredNeed } from '../db/retention'
import type { BroughtBack } from './undo-ended'

/** A change as it is told of what it needs. */
export type NeedingChange = Pick<StoredNeed, 'id' | 'at' | 'summary'>

/** What the ledger says of what is kept. */
export interface LedgerPass {
  /** By hash: the last change that needs a content, or needed it. */
  readonly lastNeed: Map<string, NeedingChange>
  /** By id: the change whose undo brings a deleted document back. */
  readonly bringsBack: ReadonlyMap<string, NeedingChange>
  /** Originals of deleted documents that undoing a change of files needs as well. */
  readonly neededByFiles: ReadonlySet<string>
}

/** Reads the ledger once, from the oldest entry on; nothing of its texts is kept. `now` in milliseconds since 1970. */
export async function passLedger(
  db: Database,
  deleted: readonly DeletedDocument[],
  broughtBack: BroughtBack,
  now: number,
): Promise<LedgerPass> {
  const originals = new Set(deleted.map(({ sha256 }) => sha256))
  const lastNeed = new Map<string, NeedingChange>()
  const bringsBack = new Map<string, NeedingChange>()
  const neededByFiles = new Set<string>()
  // A change was made no earlier than the one before it, whatever the clock showed then. One that it showed as later than
  // now tells nothing of those behind it.
  let since = 0
  for await (const part of ledgerNeeds(db)) {
    for (const need of part) {
      const { id, summary, tool, inverse } = need
      const at = Math.max(need.at, since)
      if (need.at <= now) since = at
      const change = { id, at, summary }
      for (const hash of hashesIn(need.text)) {
        if (at >= (lastNeed.get(hash)?.at ?? 0)) lastNeed.set(hash, change)
      }
      if (deleted.length === 0) continue
      const stored = parsedJson(inverse)
      if (need.stands)
        for (const document of broughtBack({ tool, inverse: stored })) bringsBack.set(document, change)
      const shared = hashesIn(inverse).filter((hash) => originals.has(hash))
      if (shared.length === 0 || !fileInverseSchema.safeParse(stored).success) continue
      for (const hash of shared) neededByFiles.add(hash)
    }
  }
  return { lastNeed, bringsBack, neededByFiles }
}

/** Hashes that stand anywhere in a text. */
export function hashesIn(text: string): string[] {
  return text.match(/\b[0-9a-f]{64}\b/g) ?? []
}
