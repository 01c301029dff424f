import { z } from 'zod'
import { dayMs } from '../../shared/durations'
import type { Attachment } from '../../shared/run/blocks'
import { formerTab, ownTab } from './own-tab'

// Pictures of messages that were not sent yet, kept by the browser over a reload: too large for where drafts are kept.

const databaseName = 'countersign-unsent-pictures'
const storeName = 'pictures'
/** The most bytes that are kept in all: what is not wanted goes first, the oldest before others; then no more is kept. */
export const mostUnsentBytes = 64_000_000
/** Milliseconds for which another tab’s are left alone: whether it is still open, nobody can tell. */
export const othersMs = dayMs

const unsentSchema = z.object({
  sha256: z.string(),
  bytes: z.instanceof(Blob),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The tabs that have it in a draft, each its own: it goes with the last of them, or when it is old. */
  tabs: z.array(z.string()).default([]),
})
type Unsent = z.infer<typeof unsentSchema>

/** The hashes of the pictures that are attached. */
export function picturesOf(attachments: readonly Attachment[]): readonly string[] {
  return attachments.flatMap((each) => (each.kind === 'image' ? [each.picture.sha256] : []))
}

/** What is decided by of a picture that is kept. */
export interface KeptPicture {
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/**
 * Tells what is let go of: what no draft of this page wants and is old, and as many of the others that none wants as
 * make room for `added` bytes, the oldest first. Where there is no room even so, only the old goes, and `fits` is false.
 */
export function letGoFor(
  added: number,
  kept: readonly KeptPicture[],
  { wanted, now }: { readonly wanted: ReadonlySet<string>; readonly now: number },
): { readonly hashes: readonly string[]; readonly fits: boolean } {
  const others = kept.filter(({ sha256 }) => !wanted.has(sha256)).toSorted((a, b) => a.at - b.at)
  const isOld = ({ at }: KeptPicture) => at < now - othersMs
  let bytes = kept.reduce((sum, { size }) => sum + size, added)
  const gone = others.filter((each) => {
    const goes = isOld(each) || bytes > mostUnsentBytes
    if (goes) bytes -= each.size
    return goes
  })
  const fits = bytes <= mostUnsentBytes
  return { hashes: (fits ? gone : others.filter(isOld)).map(({ sha256 }) => sha256), fits }
}

/** Keeps the bytes of a picture as far as there is room; what can’t be kept is told of after the reload. */
export async function keepUnsent(sha256: string, bytes: Blob, wanted: ReadonlySet<string>): Promise<void> {
  try {
    await inStore('readwrite', async (store) => {
      const others = (await keptIn(store, sha256))?.tabs.filter((other) => other !== ownTab) ?? []
      const kept: Unsent = { sha256, bytes, at: Date.now(), tabs: [...others, ownTab] }
      if (await makeRoom(store, kept, wanted)) await settled(store.put(kept))
    })
  } catch {
    // A browser that is full, or keeps nothing: the picture is on the page alone.
  }
}

/** Has pictures that this tab came with stay until it lets go of them, whatever other tabs do. */
export async function claimUnsent(hashes: Iterable<string>): Promise<void> {
  try {
    await inStore('readwrite', async (store) => {
      for (const sha256 of hashes) {
        const kept = await keptIn(store, sha256)
        if (kept?.tabs.includes(ownTab) === false) {
          await settled(store.put({ ...kept, tabs: [...kept.tabs, ownTab] }))
        }
      }
    })
  } catch {
    // What is not kept can't be claimed; it is told of when it is asked for.
  }
}

/** The bytes of a picture; undefined where they were not kept. */
export async function unsentPicture(sha256: string): Promise<Blob | undefined> {
  try {
    return (await inStore('readonly', (store) => keptIn(store, sha256)))?.bytes
  } catch {
    // A browser that keeps nothing has not kept this one either.
    return undefined
  }
}

/** Lets go of what was sent, or taken off its message, but for what another draft, of this page or another tab, wants. */
export async function letGoUnsent(hashes: readonly string[], wanted: ReadonlySet<string>): Promise<void> {
  const unwanted = hashes.filter((sha256) => !wanted.has(sha256))
  if (unwanted.length === 0) return
  try {
    await inStore('readwrite', async (store) => {
      for (const sha256 of unwanted) await unclaim(store, sha256, ownTab)
    })
  } catch {
    // It goes with the old ones.
  }
}

/** Lets go of what the page before a reload had and this one does not, and of what no draft wants and is old. */
export async function letGoOldUnsent(wanted: ReadonlySet<string>): Promise<void> {
  try {
    const former = await formerTab()
    await inStore('readwrite', async (store) => {
      if (former !== null) await unclaimAll(store, former)
      await makeRoom(store, null, wanted)
    })
  } catch {
    // There is no room to be made where nothing is kept.
  }
}

/** What is kept of one; undefined for nothing, and for what is in another form. */
async function keptIn(store: IDBObjectStore, sha256: string): Promise<Unsent | undefined> {
  return unsentSchema.safeParse(await settled<unknown>(store.get(sha256))).data
}

async function unclaimAll(store: IDBObjectStore, tab: string): Promise<void> {
  for (const each of await settled<unknown[]>(store.getAll())) {
    const kept = unsentSchema.safeParse(each).data
    if (kept?.tabs.includes(tab) === true) await unclaim(store, kept.sha256, tab)
  }
}

/** Lets go of a picture for one tab; it is gone with the last. */
async function unclaim(store: IDBObjectStore, sha256: string, tab: string): Promise<void> {
  const kept = await keptIn(store, sha256)
  const others = kept?.tabs.filter((other) => other !== tab) ?? []
  if (kept === undefined || others.length === 0) await settled(store.delete(sha256))
  else await settled(store.put({ ...kept, tabs: others }))
}

/** Within one transaction, so that no other tab takes the room meanwhile; answers whether there is some. */
async function makeRoom(
  store: IDBObjectStore,
  added: Unsent | null,
  wanted: ReadonlySet<string>,
): Promise<boolean> {
  const keys = await settled(store.getAllKeys())
  const all = (await settled<unknown[]>(store.getAll())).map((each) => unsentSchema.safeParse(each).data)
  // What is in another form is what another version kept; nobody can read it.
  const unreadable = keys.filter((_, at) => all[at] === undefined)
  const kept = all.flatMap((each) =>
    // One that is kept anew takes its own place.
    each === undefined || each.sha256 === added?.sha256
      ? []
      : [{ sha256: each.sha256, size: each.bytes.size, at: each.at }],
  )
  const { hashes, fits } = letGoFor(added?.bytes.size ?? 0, kept, { wanted, now: Date.now() })
  for (const key of [...unreadable, ...hashes]) await settled(store.delete(key))
  return fits
}

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await opened()
  try {
    return await work(database.transaction(storeName, mode).objectStore(storeName))
  } finally {
    database.close()
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'sha256' })
  return settled(request)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
