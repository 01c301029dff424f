import type { CompoundStorage } from '../compound/compound-file'

/** Recipients, and things attached, that are looked at: no message has more, and no reader of one counts further. */
const MAX_PARTS = 1000

/** The storages of one kind, opened one at a time: those of a damaged file may all hold the same thousands of streams. */
export function* partsOf(root: CompoundStorage, kind: string): Generator<CompoundStorage, void, undefined> {
  const names = root.storages.filter((name) => name.toLowerCase().startsWith(kind)).slice(0, MAX_PARTS)
  for (const name of names) {
    const storage = root.storage(name)
    if (storage !== null) yield storage
  }
}

/** How the names of these storages begin (MS-OXMSG, 2.2). */
export const RECIPIENTS = '__recip_version1.0_'
export const ATTACHMENTS = '__attach_version1.0_'
