import { accessSync, constants, statSync } from 'node:fs'
import type { DoctorCheck } from '../../shared/contract/system'
import { toErrorShape } from '../../shared/errors'
import { formatBytes } from '../../shared/format-bytes'
import type { RetentionService } from '../changes/retention-service'
import type { DataFolder } from '../data-folder'
import type { DatabaseHealth } from '../db/health'
import { examineMeaning } from '../library/embedding/examine'
import type { EmbeddingService } from '../library/embedding/service'
import type { LibraryToolService } from '../library/service'
import type { FolderGrants, Gate, SettingsService } from '../services'

/** How much of the search index is looked at, or whether it is made anew. */
export type IndexExamination = 'sample' | 'whole' | 'rebuild'

/** Runs every check; a check that fails says what to do. */
export type Doctor = (index: IndexExamination) => Promise<readonly DoctorCheck[]>

/** Documents of a sample: enough to meet a fault that is not rare, few enough to take a moment. */
const SAMPLE_DOCUMENTS = 100

/** Checks what must hold for Countersign to be whole: versions, folder, database, audit chain, model. */
export function createDoctor(services: {
  readonly version: string
  readonly folder: DataFolder
  readonly gate: Gate
  readonly grants: FolderGrants
  readonly settings: SettingsService
  readonly retention: Pick<RetentionService, 'usage'>
  readonly databaseHealth: () => DatabaseHealth
  readonly library: Pick<LibraryToolService, 'checkIndex' | 'rebuildIndex'>
  readonly embedding: Pick<EmbeddingService, 'status' | 'models'>
}): Doctor {
  const { version, folder, gate, grants, settings, library } = services
  return async (index) => [
    {
      name: 'version',
      ok: true,
      detail: `Countersign ${version}, Node ${process.versions.node}, ${process.platform}`,
    },
    await check('data folder', () => {
      accessSync(folder.root, constants.R_OK | constants.W_OK)
      const mode = statSync(folder.root).mode & 0o077
      if (process.platform !== 'win32' && mode !== 0) {
        return {
          ok: false,
          detail: `${folder.root} can be opened by other users. Run: chmod 700 "${folder.root}"`,
        }
      }
      return { ok: true, detail: folder.root }
    }),
    await check('database', () => services.databaseHealth()),
    await indexCheck(library, index),
    await check('audit chain', async () => {
      const audit = await gate.verifyAudit()
      return { ok: audit.intact, detail: audit.detail }
    }),
    await check('granted folders', () => {
      const missing = grants.list().filter((grant) => !grant.available)
      if (missing.length > 0) {
        return { ok: false, detail: `Not there now: ${missing.map((grant) => grant.path).join(', ')}` }
      }
      return { ok: true, detail: `${grants.list().length} granted` }
    }),
    await historyCheck(services.retention),
    await modelCheck(settings),
    await check('search by meaning', () => examineMeaning(services.embedding)),
  ]
}

async function check(
  name: string,
  run: () => { ok: boolean; detail: string } | Promise<{ ok: boolean; detail: string }>,
): Promise<DoctorCheck> {
  try {
    return { name, ...(await run()) }
  } catch (error) {
    return { name, ok: false, detail: toErrorShape(error).message }
  }
}

/** What undo and the trash keep; it never fails for being much, because the limits see to that. */
async function historyCheck(retention: Pick<RetentionService, 'usage'>): Promise<DoctorCheck> {
  const name = 'history and trash'
  try {
    const { limits, bytes, entries, oldestAt } = await retention.usage()
    const oldest = oldestAt === null ? '' : `, the oldest of ${new Date(oldestAt).toISOString().slice(0, 10)}`
    const kept = `${formatBytes(bytes)} in ${entries} ${entries === 1 ? 'entry' : 'entries'}${oldest}`
    return {
      name,
      ok: true,
      detail: `${kept}; kept for ${limits.days} days, at most ${formatBytes(limits.bytes)}`,
    }
  } catch (error) {
    return { name, ok: false, detail: toErrorShape(error).message }
  }
}

async function indexCheck(
  library: Pick<LibraryToolService, 'checkIndex' | 'rebuildIndex'>,
  examination: IndexExamination,
): Promise<DoctorCheck> {
  const name = 'search index'
  try {
    if (examination === 'rebuild') await library.rebuildIndex()
    const { documents, passages, wrong, waiting } = await library.checkIndex(
      examination === 'sample' ? SAMPLE_DOCUMENTS : null,
    )
    const left = waiting === 0 ? '' : `; ${waiting} documents are still to be indexed`
    if (wrong.length === 0) {
      return { name, ok: true, detail: `${passages} passages of ${documents} documents compared${left}` }
    }
    return {
      name,
      ok: false,
      detail: `${wrong.length} of ${documents} documents are not indexed as they are stored, the first is “${wrong[0]}”. Run: countersign doctor --index rebuild`,
    }
  } catch (error) {
    return { name, ok: false, detail: toErrorShape(error).message }
  }
}

async function modelCheck(settings: SettingsService): Promise<DoctorCheck> {
  let known = ''
  try {
    const status = await settings.modelStatus()
    if (status.provider === 'offline') return { name: 'model', ok: true, detail: status.detail }
    known = `${status.detail} `
    const models = await settings.listModels()
    return { name: 'model', ok: true, detail: `${known}The server lists ${models.length} models.` }
  } catch (error) {
    return { name: 'model', ok: false, detail: `${known}${toErrorShape(error).message}` }
  }
}
