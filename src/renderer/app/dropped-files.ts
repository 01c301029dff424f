import { hasArchiveName, hasReadableName, isPassedOver } from '../../shared/readable-names'

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

/** What a walk through a drop found. */
export interface FoundFiles {
  readonly files: File[]
  /** Names of files inside folders that the library can't read; they are not even uploaded. */
  readonly unreadable: string[]
}

/**
 * The files of a drop, folders walked through; inside them, what is hidden or a program's own is left out, and so is
 * what the library can't read. Never more than `limit`.
 */
export async function filesOfEntries(
  entries: readonly DroppedEntry[],
  limit: number,
  withPictures = false,
): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], unreadable: [] }
  await walk(entries, limit, found, [], (name) => isTakenFromFolder(name, withPictures))
  return found
}

/** Whether a file of a folder is handed over, by its name. */
export function isTakenFromFolder(name: string, withPictures: boolean): boolean {
  return hasReadableName(name, withPictures) || hasArchiveName(name)
}

async function walk(
  entries: readonly DroppedEntry[],
  limit: number,
  found: FoundFiles,
  folders: readonly string[],
  isTaken: (name: string) => boolean,
): Promise<void> {
  const depth = folders.length
  for (const entry of entries) {
    if (found.files.length >= limit || depth > depthLimit) return
    if (depth > 0 && isPassedOver(entry.name)) continue
    if (isFolder(entry)) await walk(await childrenOf(entry), limit, found, [...folders, entry.name], isTaken)
    else if (depth > 0 && !isTaken(entry.name)) found.unreadable.push(entry.name)
    else if (isFile(entry)) found.files.push(withFolders(await fileOf(entry), folders))
  }
}

function isFolder(entry: DroppedEntry): entry is FolderEntry {
  return entry.isDirectory
}

function isFile(entry: DroppedEntry): entry is FileEntry {
  return entry.isFile
}

function fileOf(entry: FileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** Browsers say where a file lies in a chosen folder, and not where in a dropped one. */
function withFolders(file: File, folders: readonly string[]): File {
  if (folders.length === 0) return file
  return Object.defineProperty(file, 'webkitRelativePath', { value: [...folders, file.name].join('/') })
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
