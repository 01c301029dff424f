import type { LibraryToolService } from '../../../main/library/tool-service'
import { toAppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { reasonOf, type Words, wordsOf } from '../../../shared/sentences/sentence'
import type { FilesPlan, PlannedFile } from '../module'
import type { LibraryToolServices } from '../runtime'

type Skipped = FilesPlan['skipped']
type Sources = Pick<LibraryToolServices, 'library' | 'files'>

/** Which files are as they were shown, and why the others are not. */
export interface ComparedFiles {
  readonly unmoved: readonly PlannedFile[]
  readonly moved: Skipped
}

/** Which files are as they were shown; of archives, what is as it was is stored. */
export async function compareWithShown(
  services: Sources,
  plan: FilesPlan,
  signal: AbortSignal,
): Promise<ComparedFiles> {
  return await compared(services, plan, await unpackShown(services.library, plan, signal))
}

/** Looks which files are as they were shown, and stores nothing. */
export async function looksAsShown(services: Sources, plan: FilesPlan): Promise<ComparedFiles> {
  const paths = await archivesAsShown(services.library, plan, new AbortController().signal)
  const packed = plan.members.filter(
    ({ source, modified_ms }) => modified_ms === null && paths.some((path) => source.startsWith(`${path}/`)),
  )
  // What is in an archive that is as it was is so, too.
  return await compared(services, plan, new Map(packed.map(({ source, sha256 }) => [source, sha256])))
}

async function compared(
  services: Sources,
  plan: FilesPlan,
  unpacked: ReadonlyMap<string, string>,
): Promise<ComparedFiles> {
  const reasons = await Promise.all(plan.members.map((member) => whyMoved(services, plan, member, unpacked)))
  const moved = plan.members.flatMap(({ source }, place) => {
    const reason = reasons[place] ?? null
    return reason === null ? [] : [{ path: source, ...reasonOf(reason) }]
  })
  return { unmoved: plan.members.filter((_, place) => reasons[place] === null), moved }
}

/** The archives that are the ones that were shown. */
async function archivesAsShown(
  library: LibraryToolService,
  { archives }: FilesPlan,
  signal: AbortSignal,
): Promise<string[]> {
  const same: string[] = []
  for (const { path, sha256 } of archives) {
    const now = await library.hash(path, signal).catch(() => null)
    signal.throwIfAborted()
    if (now?.sha256 === sha256) same.push(path)
  }
  return same
}

/** The contents of the archives that are the ones that were shown, by path; of them only what was approved is stored. */
async function unpackShown(
  library: LibraryToolService,
  plan: FilesPlan,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const unpacked = new Map<string, string>()
  const packed = plan.members.filter(({ modified_ms }) => modified_ms === null)
  const approved = packed.map(({ sha256 }) => sha256)
  // Looked at first, so that nothing is stored of what nobody approved.
  for (const path of await archivesAsShown(library, plan, signal)) {
    const opened = await library.openArchive(path, approved, signal)
    for (const { source, sha256: content } of opened?.entries ?? []) unpacked.set(source, content)
  }
  return unpacked
}

async function whyMoved(
  { library, files }: Sources,
  { granted }: FilesPlan,
  { source, size, sha256, modified_ms }: PlannedFile,
  unpacked: ReadonlyMap<string, string>,
): Promise<Words | null> {
  const changed = say('adding.changed')
  if (modified_ms === null) return granted && unpacked.get(source) !== sha256 ? changed : null
  try {
    if (granted && (await files.resolveReadable(source)) !== source) return changed
    const now = await library.stat(source)
    return now.size === size && now.modifiedMs === modified_ms ? null : changed
  } catch (error) {
    const failure = toAppError(error)
    return failure.code === 'internal' ? say('adding.no_longer_there') : wordsOf(failure)
  }
}
