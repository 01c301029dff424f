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
  const unpacked = await unpackShown(services, plan, signal)
  return await compared(plan, (member) => whyMoved(services, plan, member, unpacked))
}

/**
 * Looks which files are as they were shown, without reading them: it is asked each time somebody looks. What can't be
 * reached now, as on a disk that is away, is taken to be as it was.
 */
export async function looksAsShown(services: Sources, plan: FilesPlan): Promise<ComparedFiles> {
  const { library } = services
  const otherwise = await Promise.all(plan.archives.map((archive) => isOtherwise(library, archive)))
  const changed = plan.archives.filter((_, place) => otherwise[place])
  return await compared(plan, async (member) => {
    const isPacked = member.modified_ms === null
    const isChanged = isPacked
      ? changed.some(({ path }) => member.source.startsWith(`${path}/`))
      : await isOtherwise(library, { ...member, path: member.source })
    return isChanged ? say('adding.changed') : null
  })
}

async function isOtherwise(
  library: LibraryToolService,
  shown: FilesPlan['archives'][number] | (PlannedFile & { readonly path: string }),
): Promise<boolean> {
  const { path, size, modified_ms } = shown
  if (size === undefined || modified_ms === undefined || modified_ms === null) return false
  const now = await library.stat(path).catch(() => null)
  return now !== null && (now.size !== size || now.modifiedMs !== modified_ms)
}

async function compared(
  { members }: FilesPlan,
  why: (member: PlannedFile) => Promise<Words | null>,
): Promise<ComparedFiles> {
  const reasons = await Promise.all(members.map(why))
  const moved = members.flatMap(({ source }, place) => {
    const reason = reasons[place] ?? null
    return reason === null ? [] : [{ path: source, ...reasonOf(reason) }]
  })
  return { unmoved: members.filter((_, place) => reasons[place] === null), moved }
}

/** The contents of the archives that are the ones that were shown, by path; of them only what was approved is stored. */
async function unpackShown(
  { library, files }: Sources,
  { archives, granted, members }: FilesPlan,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const unpacked = new Map<string, string>()
  const packed = members.filter(({ modified_ms }) => modified_ms === null)
  const approved = packed.map(({ sha256 }) => sha256)
  for (const { path, sha256 } of archives) {
    // It may be granted no more.
    if (granted && (await files.resolveReadable(path).catch(() => null)) !== path) continue
    // Looked at first, so that nothing is stored of what nobody approved.
    const now = await library.hash(path, signal).catch(() => null)
    signal.throwIfAborted()
    if (now?.sha256 !== sha256) continue
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
