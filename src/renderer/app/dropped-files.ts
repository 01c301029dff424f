/** What a walk needs of a dropped entry; the browser's own ones fit. */
export interface DroppedEntry {
  readonly isFile: boolean
  readonly isDirectory: boolean
  readonly name: string
}

interface FileEntry extends DroppedEntry {
  file(done: (file: File) => void, failed: (error: unknown) => void): void
}

interface FolderEntry extends DroppedEntry {
  createReader(): {
    readEntries(done: (entries: DroppedEntry[]) => void, failed: (error: unknown) => void): void
  }
}

/** Folders within folders that a walk follows; deeper is a loop. */
const depthLimit = 64

/** The files of a drop, folders walked through; names that begin with a dot are left out. Never more than `limit`. */
export async function filesOfEntries(entries: readonly DroppedEntry[], limit: number): Promise<File[]> {
  const files: File[] = []
  await walk(entries, limit, files, 0)
  return files
}

async function walk(
  entries: readonly DroppedEntry[],
  limit: number,
  files: File[],
  depth: number,
): Promise<void> {
  for (const entry of entries) {
    if (files.length >= limit || depth > depthLimit) return
    if (depth > 0 && entry.name.startsWith('.')) continue
    if (entry.isFile) files.push(await fileOf(entry as FileEntry))
    else if (entry.isDirectory) await walk(await childrenOf(entry as FolderEntry), limit, files, depth + 1)
  }
}

function fileOf(entry: FileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

async function childrenOf(entry: FolderEntry): Promise<DroppedEntry[]> {
  const reader = entry.createReader()
  const children: DroppedEntry[] = []
  // A reader gives at most a hundred at a time and says that it is done with none.
  for (;;) {
    const part = await new Promise<DroppedEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return children.toSorted((a, b) => a.name.localeCompare(b.name))
    children.push(...part)
  }
}

/** Takes the entries out of a drop; must be called before anything is awaited, since a drop forgets them then. */
export function entriesOfDrop(transfer: DataTransfer): { entries: DroppedEntry[]; files: File[] } {
  const items = [...transfer.items].filter((item) => item.kind === 'file')
  const entries = items.map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  return { entries, files: [...transfer.files] }
}
