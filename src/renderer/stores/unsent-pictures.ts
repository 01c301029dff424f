import type { Attachment } from '../../shared/run/blocks'

// Pictures of messages that were not sent yet, kept by the browser over a reload: too large for where drafts are kept.

const databaseName = 'countersign-unsent-pictures'
const storeName = 'pictures'
/** Bytes that are kept in all; the oldest go first. */
const mostBytes = 64_000_000
/** Milliseconds for which another tab’s are left alone: whether it is still open, nobody can tell. */
const othersMs = 24 * 60 * 60 * 1000

interface Unsent {
  readonly sha256: string
  readonly bytes: Blob
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The hashes of the pictures that are attached. */
export function picturesOf(attachments: readonly Attachment[]): readonly string[] {
  return attachments.flatMap((each) => (each.kind === 'image' ? [each.picture.sha256] : []))
}

/** Keeps the bytes of a picture; what can’t be kept is told of after the reload. */
export async function keepUnsent(sha256: string, bytes: Blob): Promise<void> {
  const kept: Unsent = { sha256, bytes, at: Date.now() }
  try {
    await inStore('readwrite', (store) => store.put(kept))
  } catch {
    // A browser that is full, or keeps nothing: the picture is on the page alone.
  }
}

/** The bytes of a picture; undefined where they were not kept. */
export async function unsentPicture(sha256: string): Promise<Blob | undefined> {
  try {
    // What is in this store was put there by {@link keepUnsent}.
    const kept = (await inStore('readonly', (store) => store.get(sha256))) as Unsent | undefined
    return kept?.bytes
  } catch {
    return undefined
  }
}

/** Lets go of what was sent, or taken off its message. */
export async function letGoUnsent(hashes: readonly string[]): Promise<void> {
  for (const sha256 of hashes) {
    try {
      await inStore('readwrite', (store) => store.delete(sha256))
    } catch {
      // It goes with the old ones.
    }
  }
}

/** Lets go of what no message of this page has and is old, and of the oldest where there is too much. */
export async function letGoOldUnsent(wanted: ReadonlySet<string>): Promise<void> {
  try {
    const all = (await inStore('readonly', (store) => store.getAll())) as Unsent[]
    const others = all.filter(({ sha256 }) => !wanted.has(sha256)).toSorted((a, b) => a.at - b.at)
    let bytes = all.reduce((sum, kept) => sum + kept.bytes.size, 0)
    const old = others.filter((kept) => {
      const goes = kept.at < Date.now() - othersMs || bytes > mostBytes
      if (goes) bytes -= kept.bytes.size
      return goes
    })
    await letGoUnsent(old.map(({ sha256 }) => sha256))
  } catch {
    // There is no room to be made where nothing is kept.
  }
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await opened()
  try {
    return await settled(work(database.transaction(storeName, mode).objectStore(storeName)))
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
