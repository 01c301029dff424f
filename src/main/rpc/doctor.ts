import { accessSync, constants, statSync } from 'node:fs'
import { localDay } from '../../shared/calendar-day'
import type { DoctorCheck, DoctorCheckName } from '../../shared/contract/system'
import { toErrorShape } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { type Words, wordsOf } from '../../shared/sentences/sentence'
import { stopped, unlessAborted } from '../async/until-aborted'
import type { BlobStore } from '../changes/blobs'
import type { RetentionService } from '../changes/retention-service'
import type { DatabaseHealth } from '../db/health'
import type { DataFolder } from '../disk/data-folder'
import type { Secrets } from '../host'
import { type ExaminedEmbedding, examineMeaning } from '../library/embedding/examine'
import type { LibraryToolService } from '../library/tool-service'
import type { FolderGrants } from '../services/folder-grants'
import type { Gate } from '../services/gate'
import type { SettingsService } from '../services/settings'
import type { PageBrowsers } from '../web/rendering/page-browser'

/** How much of the search index is looked at, or whether it is made anew. */
export type IndexExamination = 'sample' | 'whole' | 'rebuild'

/** Runs every check; a check that fails says what to do. Rejects with `cancelled` where the caller stops. */
export type Doctor = (index: IndexExamination, signal: AbortSignal) => Promise<readonly DoctorCheck[]>

/** Documents of a sample: enough to meet a fault that is not rare, few enough to take a moment. */
const SAMPLE_DOCUMENTS = 100

type ModelSettings = Pick<SettingsService, 'modelStatus' | 'listModels'>

/** Checks what must hold for Countersign to be whole: versions, folder, database, audit chain, model. */
export function createDoctor(services: {
  readonly version: string
  readonly folder: DataFolder
  readonly gate: Pick<Gate, 'verifyAudit'>
  readonly grants: Pick<FolderGrants, 'list'>
  readonly settings: ModelSettings
  readonly retention: Pick<RetentionService, 'usage'>
  readonly databaseHealth: () => DatabaseHealth
  readonly library: Pick<LibraryToolService, 'checkIndex' | 'rebuildIndex'>
  /** What every document that is complete was read from. */
  readonly originals: () => readonly { readonly sha256: string; readonly title: string }[]
  readonly blobs: Pick<BlobStore, 'has'>
  readonly secrets: Pick<Secrets, 'names' | 'get'>
  readonly embedding: ExaminedEmbedding
  /** Null where there is none. */
  readonly pageBrowsers: PageBrowsers | null
}): Doctor {
  const { version, folder, gate, grants, settings, library } = services
  return async (index, signal) => {
    const check = async (name: DoctorCheckName, run: () => Found | Promise<Found>) => {
      if (signal.aborted) throw stopped(signal.reason)
      return unlessAborted(signal, checked(name, run))
    }
    return [
      versionCheck(version),
      await check('data folder', () => {
        accessSync(folder.root, constants.R_OK | constants.W_OK)
        const mode = statSync(folder.root).mode & 0o077
        if (process.platform !== 'win32' && mode !== 0) {
          return {
            ok: false,
            detail: say('health.data_open', { path: folder.root }),
          }
        }
        return { ok: true, detail: folder.root }
      }),
      await check('database', () => services.databaseHealth()),
      await check('search index', () => indexCheck(library, index, signal)),
      await check('originals', () => originalsCheck(services.originals(), services.blobs)),
      await check('audit chain', async () => {
        const audit = await gate.verifyAudit()
        return { ok: audit.intact, detail: wordsOf({ message: audit.detail, said: audit.said }) }
      }),
      await check('granted folders', () => {
        const missing = grants.list().filter((grant) => !grant.available)
        if (missing.length > 0) {
          return { ok: false, detail: say('health.folders_away', { paths: missing.map(({ path }) => path) }) }
        }
        return { ok: true, detail: say('health.folders', { count: grants.list().length }) }
      }),
      await check('history and trash', () => historyCheck(services.retention)),
      await check('stored keys', () => keysCheck(services.secrets)),
      await check('model', () => modelCheck(settings)),
      await check('search by meaning', () => examineMeaning(services.embedding)),
      await check('page browser', () => pageBrowserCheck(services.pageBrowsers, signal)),
    ]
  }
}

/** What runs; it needs no data. */
export function versionCheck(version: string): DoctorCheck {
  const detail = `Countersign ${version}, Node ${process.versions.node}, ${process.platform}`
  return { name: 'version', ok: true, detail }
}

async function checked(name: DoctorCheckName, run: () => Found | Promise<Found>): Promise<DoctorCheck> {
  try {
    return toCheck(name, await run())
  } catch (error) {
    return toCheck(name, { ok: false, detail: wordsOf(toErrorShape(error)) })
  }
}

interface Found {
  readonly ok: boolean
  readonly detail: Words
}

function toCheck(name: DoctorCheckName, { ok, detail }: Found): DoctorCheck {
  return typeof detail === 'string'
    ? { name, ok, detail }
    : { name, ok, detail: detail.text, said: detail.said }
}

/** What undo and the trash keep; it never fails for being much, because the limits see to that. */
async function historyCheck(retention: Pick<RetentionService, 'usage'>): Promise<Found> {
  const { limits, bytes, entries, oldestAt } = await retention.usage()
  const oldest = oldestAt === null ? '' : localDay(oldestAt)
  return {
    ok: true,
    detail: say('health.history', { size: bytes, entries, oldest, days: limits.days, limit: limits.bytes }),
  }
}

async function indexCheck(
  library: Pick<LibraryToolService, 'checkIndex' | 'rebuildIndex'>,
  examination: IndexExamination,
  signal: AbortSignal,
): Promise<Found> {
  if (examination === 'rebuild') await library.rebuildIndex(signal)
  const { documents, passages, wrong, waiting } = await library.checkIndex(
    examination === 'sample' ? SAMPLE_DOCUMENTS : null,
  )
  const [title] = wrong
  if (title === undefined) return { ok: true, detail: say('health.index', { passages, documents, waiting }) }
  return { ok: false, detail: say('health.index_wrong', { wrong: wrong.length, documents, title }) }
}

/** Undo, the viewer and a reading anew need them; search does not, so nobody else would notice. */
async function originalsCheck(
  originals: readonly { readonly sha256: string; readonly title: string }[],
  blobs: Pick<BlobStore, 'has'>,
): Promise<Found> {
  const gone: string[] = []
  for (const { sha256, title } of originals) if (!(await blobs.has(sha256))) gone.push(title)
  const [title] = gone
  const documents = originals.length
  if (title === undefined) return { ok: true, detail: say('health.originals', { documents }) }
  return { ok: false, detail: say('health.originals_gone', { gone: gone.length, documents, title }) }
}

/** Of a server that is not used now nobody else would notice; what is in them is looked at by nobody. */
async function keysCheck(secrets: Pick<Secrets, 'names' | 'get'>): Promise<Found> {
  const names = await secrets.names()
  const damaged: string[] = []
  let why: ReturnType<typeof wordsOf> = ''
  for (const name of names) {
    try {
      await secrets.get(name)
    } catch (error) {
      damaged.push(name)
      why = wordsOf(toErrorShape(error))
    }
  }
  if (damaged.length > 0) return { ok: false, detail: say('health.keys_damaged', { names: damaged, why }) }
  return { ok: true, detail: say('health.keys', { count: names.length }) }
}

async function modelCheck(settings: ModelSettings): Promise<Found> {
  const status = await settings.modelStatus()
  const known = wordsOf({ message: status.detail, said: status.said })
  if (status.provider === 'offline') return { ok: true, detail: known }
  try {
    const models = await settings.listModels()
    return { ok: true, detail: say('health.model_lists', { known, count: models.length }) }
  } catch (error) {
    return { ok: false, detail: say('health.model_fails', { known, why: wordsOf(toErrorShape(error)) }) }
  }
}

/** Without one, pages are taken as they come; one that is named must start. */
async function pageBrowserCheck(browsers: PageBrowsers | null, signal: AbortSignal): Promise<Found> {
  if (browsers === null) return { ok: true, detail: say('health.no_page_browser') }
  const browser = await browsers.start(signal)
  await browser.close()
  return { ok: true, detail: say('health.page_browser') }
}
