import type { Document } from '../../shared/contract/document'
import { droppedPathsLimit, type SameNamed } from '../../shared/contract/library'
import { toAppError } from '../../shared/errors'
import { hasPictureName } from '../../shared/readable-names'
import { client } from '../app/client'
import { holdPage } from '../app/hold-page'
import { pathOfFile } from '../app/upload'
import { libraryText } from '../text/library'
import { recognitionText } from '../text/recognition'
import { text } from '../text/text'
import {
  type Addition,
  beginAddition,
  changeAddition,
  countHandedOver,
  endAddition,
  noteSkipped,
  takeAdded,
} from './additions'
import { askSameNamed, type NewVersions } from './same-named'
import { attempt } from './toasts'

/**
 * Files are handed over in parts, each of which is one change: a small one first, so that the first documents appear at
 * once, then larger ones. Bytes limit how long a stop waits for the files of a part to be uploaded.
 */
const filesOfFirstPart = 16
const partGrowth = 4
const filesPerPart = 500
const bytesPerPart = 32 * 1024 * 1024
/** Uploads at once; a browser opens no more than six connections to one host. */
const uploadsAtOnce = 4
/** Left-out files that are told; more would only be a list of a folder that is no document folder. */
const skippedLimit = 1000

/** Adds dropped or chosen files, and tells which were left out; answers the documents that they became. */
export async function addFiles(
  files: readonly File[],
  collectionId: string | null,
  unreadable: readonly string[] = [],
): Promise<readonly Document[]> {
  const taken = files.slice(0, droppedPathsLimit)
  const { unreadable: reason } = text().uploads
  const skipped = unreadable
    .slice(0, skippedLimit)
    .map((path) =>
      hasPictureName(path)
        ? { path, reason: recognitionText().skipped, code: 'adding.picture' }
        : { path, reason },
    )
  const release = holdPage()
  try {
    return await hand(taken, collectionId, (file, signal) => pathOfFile(file, signal), skipped)
  } finally {
    release()
  }
}

/** Adds files or folders by path. */
export async function addPaths(
  paths: readonly string[],
  collectionId: string | null,
): Promise<readonly Document[]> {
  return hand(paths, collectionId, (path) => Promise.resolve(path))
}

/** Adds a pasted text as a document with this title; answers it, or nothing where it was not taken. */
export async function addText(
  title: string,
  text: string,
  collectionId: string | null,
): Promise<readonly Document[]> {
  const work = beginAddition(1)
  let added: readonly Document[] = []
  try {
    added = takeAdded(
      await client.library.addText({
        title,
        text,
        ...(collectionId === null ? {} : { collectionId }),
      }),
    )
  } catch (error) {
    noteSkipped(title, error)
  }
  countHandedOver(work, 1)
  endAddition(work, false)
  return added
}

/** Fetches a page of the web, or pages of its site, and adds them. */
export async function addPages(
  wanted: { readonly url: string; readonly mode: 'single' | 'crawl'; readonly maxPages: number },
  collectionId: string | null,
): Promise<readonly Document[]> {
  const id = crypto.randomUUID()
  const host = URL.canParse(wanted.url) ? new URL(wanted.url).host : wanted.url
  // Two dialogs in a row share one note, as two drops do.
  const work = beginAddition(1, 'pages')
  changeAddition((addition) => ({ ...addition, pages: { id, host, done: 0, most: wanted.maxPages } }))
  const stop = () => void attempt(client.library.stopPages({ progress: id }))
  work.stopping.signal.addEventListener('abort', stop)
  let added: readonly Document[] = []
  let stopped = false
  try {
    const answer = await client.library.addPages({
      ...wanted,
      progress: id,
      ...(collectionId === null ? {} : { collectionId }),
    })
    stopped = answer.stopped
    added = takeAdded(answer)
  } catch (error) {
    if (toAppError(error).code === 'cancelled') stopped = true
    else noteSkipped(wanted.url, error)
  }
  work.stopping.signal.removeEventListener('abort', stop)
  countHandedOver(work, 1)
  endAddition(work, stopped)
  return added
}

async function hand<Item>(
  items: readonly Item[],
  collectionId: string | null,
  pathOf: (item: Item, signal: AbortSignal) => Promise<string>,
  skipped: Addition['skipped'] = [],
): Promise<readonly Document[]> {
  if (items.length === 0 && skipped.length === 0) return []
  const work = beginAddition(items.length)
  const { signal } = work.stopping
  changeAddition((addition) => ({ ...addition, skipped: [...addition.skipped, ...skipped] }))
  const added: Document[] = []
  const drop: Drop = { collectionId, runId: undefined, sameNamed: [] }
  let handed = 0
  for (let most = filesOfFirstPart; handed < items.length && !signal.aborted; most *= partGrowth) {
    const part = partOf(items, handed, Math.min(most, filesPerPart))
    handed += part.length
    const paths = await pathsOf(part, pathOf, signal)
    if (paths.length > 0) added.push(...(await handPart(paths, drop)))
    countHandedOver(work, part.length)
  }
  added.push(...(await handSameNamed(drop, signal)))
  endAddition(work, signal.aborted)
  return added
}

/** Adds what may be new versions of documents as the person says, or leaves it out. */
async function handSameNamed(drop: Drop, signal: AbortSignal): Promise<readonly Document[]> {
  const files = drop.sameNamed
  if (files.length === 0) return []
  const versions = await askSameNamed(files, signal)
  // Of an archive, several files are one that was handed over.
  const paths = [...new Set(files.map(({ handed }) => handed))]
  if (versions !== null) return await handPart(paths, drop, { files, versions })
  const reason = libraryText().sameNamed.leftOut
  const skipped = files.map(({ name: path }) => ({ path, reason }))
  changeAddition((addition) => ({ ...addition, skipped: [...addition.skipped, ...skipped] }))
  await attempt(client.library.leaveOut({ paths }))
  return []
}

async function pathsOf<Item>(
  part: readonly Item[],
  pathOf: (item: Item, signal: AbortSignal) => Promise<string>,
  signal: AbortSignal,
): Promise<string[]> {
  const paths: (string | undefined)[] = new Array(part.length)
  const waiting = part.map((item, index) => ({ item, index }))
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      try {
        paths[next.index] = await pathOf(next.item, signal)
      } catch (error) {
        if (!signal.aborted)
          noteSkipped(next.item instanceof File ? next.item.name : String(next.item), error)
      }
    }
  }
  await Promise.all(Array.from({ length: uploadsAtOnce }, work))
  return paths.filter((path) => path !== undefined)
}

/** The parts of one drop are undone together. */
interface Drop {
  readonly collectionId: string | null
  /** Told by main with the first part. */
  runId: string | undefined
  /** What is to be asked once all of it is handed over. */
  readonly sameNamed: SameNamed[]
}

function partOf<Item>(items: readonly Item[], from: number, most: number): readonly Item[] {
  let bytes = 0
  let end = from
  while (end < items.length && end - from < most && bytes < bytesPerPart) {
    const item = items[end]
    bytes += item instanceof File ? item.size : 0
    end++
  }
  return items.slice(from, end)
}

/** What a person said of files that may be new versions. */
interface Answered {
  readonly files: readonly SameNamed[]
  readonly versions: NewVersions
}

/** Adds a part, or of it what was answered; what may be new versions is asked for later where nothing is. */
async function handPart(
  paths: readonly string[],
  drop: Drop,
  answered?: Answered,
): Promise<readonly Document[]> {
  const { collectionId, runId } = drop
  try {
    const {
      runId: given,
      sameNamed,
      ...added
    } = await client.library.add({
      paths: [...paths],
      ...(collectionId === null ? {} : { collectionId }),
      ...(runId === undefined ? {} : { runId }),
      ...(answered === undefined ? { asks: true } : onlyAnswered(answered)),
    })
    drop.runId = given
    drop.sameNamed.push(...sameNamed)
    return takeAdded(added)
  } catch (error) {
    for (const path of paths) noteSkipped(path, error)
    return []
  }
}

function onlyAnswered({ files, versions }: Answered) {
  return {
    only: files.map(({ path }) => path),
    versions: files.flatMap(({ path }) => {
      const documentId = versions.get(path)
      return documentId === undefined ? [] : [{ path, documentId }]
    }),
  }
}
