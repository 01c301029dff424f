import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BlobStore, createBlobStore } from '../../src/main/changes/blobs'
import { type Database, openDatabase } from '../../src/main/db/open'
import { createDataFolder, type DataFolder, dataFolderAt } from '../../src/main/disk/data-folder'
import { createFolderGrants } from '../../src/main/files/grants'
import type { ExtractText } from '../../src/main/files/read-document'
import { createFileService, type FileService } from '../../src/main/files/service'
import { createPictures, type DrawInWorker } from '../../src/main/pictures/service'
import type { FolderGrants } from '../../src/main/services/folder-grants'
import type { AppEvent } from '../../src/shared/contract/events'
import type { FileChange, FileInverse } from '../../src/shared/tool/file-change'
import type { EffectContext, Planned, Unchanged } from '../../src/shared/tool/runtime'

/** A file service over real folders that are removed by `close`. */
export interface OpenFiles {
  /** Canonical; has `docs`, and `docs` is not granted yet. */
  readonly base: string
  readonly docs: string
  readonly folder: DataFolder
  readonly db: Database
  readonly blobs: BlobStore
  readonly grants: FolderGrants
  readonly files: FileService
  readonly events: AppEvent[]
  close(): void
}

/** Opens a file service whose data folder and documents are in a new temporary folder. */
export function openFiles(dataInside?: string, extract?: ExtractText, draw?: DrawInWorker): OpenFiles {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-files-')))
  const docs = join(base, 'docs')
  mkdirSync(docs)
  const folder = dataFolderAt(join(dataInside ?? base, 'data'))
  createDataFolder(folder)
  const db = openDatabase(folder.database)
  const blobs = createBlobStore(folder.blobs)
  const events: AppEvent[] = []
  const grants = createFolderGrants({
    db,
    dataFolder: folder.root,
    publish: (event) => events.push(event),
    home: base,
  })
  const pictures = draw === undefined ? {} : { pictures: createPictures({ blobs, draw }) }
  const files = createFileService({ db, grants, blobs, folder, extract, home: base, ...pictures })
  return {
    base,
    docs,
    folder,
    db,
    blobs,
    grants,
    files,
    events,
    close() {
      db.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** The change that gives a text file another text. */
export async function planText(files: FileService, path: string, text: string): Promise<FileChange> {
  const file = await files.readForEdit(path)
  return (await files.planRewrite(file, [{ start: 0, end: file.text.length, text }])).change
}

/** A context for effects that keeps what was journaled. */
export function effectContext(): EffectContext<FileInverse> & { readonly journaled: FileInverse[] } {
  const journaled: FileInverse[] = []
  return {
    signal: new AbortController().signal,
    progress: () => undefined,
    runId: null,
    journal: (inverse) => journaled.push(inverse),
    journaled,
  }
}

/** The plan of a change that is expected to change something. */
export function planned<Plan, State>(answer: Planned<Plan> | Unchanged<State>): Planned<Plan> {
  if ('unchanged' in answer) throw new Error(`Nothing to change: ${answer.unchanged.content}`)
  return answer
}
