import type { Candidate } from '../../../main/library/sources/candidates'
import type { LibraryToolService } from '../../../main/library/tool-service'
import type { Document } from '../../../shared/contract/document'
import { batchLimit } from '../../../shared/contract/library'
import { AppError } from '../../../shared/errors'
import { arrivedInWords } from '../../../shared/sentences/library'
import { say } from '../../../shared/sentences/say'
import { reasonOf, type Sentence, textOf, wordsOf } from '../../../shared/sentences/sentence'
import { quoted } from '../../../shared/text/quoted'
import type { Choice } from '../../../shared/tool/choice'
import { type ChangePreview, type Preview, spoken } from '../../../shared/tool/preview'
import type { Planned } from '../../../shared/tool/runtime'
import type { FilesPlan, PlannedFile } from '../module'
import type { LibraryTool, LibraryToolServices } from '../runtime'
import { chosenOf, eachTogether, narrowedPreview } from './batch'
import { type ComparedFiles, compareWithShown, looksAsShown } from './files-as-shown'
import type { FilesInPlace } from './look-at-files'
import { type PlannedCollection, requireCollectionThere } from './pending-collections'
import { isCut, type Renewal, renewalChanges } from './renewal-change'
import {
  isNewVersion,
  isRenewalAsShown,
  namedIn,
  raisedByRenewals,
  renewalShown,
  renewedBy,
  renewing,
} from './renewals'

type AddDocument = LibraryTool<'add_document'>
type Answer = Awaited<ReturnType<AddDocument['plan']>>
type Input = Parameters<AddDocument['plan']>[0]
type Skipped = FilesPlan['skipped']
type Sources = Pick<LibraryToolServices, 'library' | 'files'>

/** Files that were left out and are named: to the model, and in the window. */
const NAMED_SKIPPED = 50

/**
 * Plans several files as documents of one change. Throws `invalid_input` for one title for several, `too_large` for more
 * than one change takes.
 */
export async function planFiles(
  library: LibraryToolService,
  {
    found,
    collection,
    input,
  }: { readonly found: FilesInPlace; readonly collection: PlannedCollection; readonly input: Input },
  signal: AbortSignal,
): Promise<Answer> {
  const { path, name, granted, archives } = found
  if (input.title !== undefined) {
    throw new AppError('invalid_input', say('adding.one_title'), {
      field: 'title',
    })
  }
  const { members, skipped, renewals } = await newMembers(library, found, collection.id)
  if (members.length === 0) throw nothingToAdd(library, name, skipped)
  if (members.length > batchLimit) {
    throw new AppError(
      'too_large',
      say('adding.too_many', { name, count: members.length, limit: batchLimit }),
      { field: 'source' },
    )
  }
  const { metadata = {} } = input
  const plan = { path, granted, name, collection_id: collection.id, metadata, archives, members, skipped }
  return {
    plan: { ...plan, archives: archives.map((archive) => ({ ...archive })) },
    preview: previewOf(
      library,
      found,
      collection,
      members,
      skipped,
      await renewalChanges(library, renewals, signal),
    ),
    sources: [],
    ...raisedByRenewals(members.filter(isNewVersion).length),
  }
}

/** The files whose content is not in the collection, each once, and which of them are new contents of documents. */
async function newMembers(library: LibraryToolService, found: FilesInPlace, collection: string) {
  const members: PlannedFile[] = []
  const skipped: Skipped = found.skipped.map(({ code: _code, ...rest }) => rest)
  const known = new Set<string>()
  const renewals: Renewal[] = []
  const there = await eachThere(library, found.files, collection)
  for (const [place, file] of found.files.entries()) {
    const { source, label, size, sha256, modifiedMs } = file
    const { same, renewed } = there[place] ?? nowhere
    if (same !== null) {
      skipped.push({
        path: source,
        ...reasonOf(say('adding.known', { title: same.title, id: same.id })),
      })
    } else if (known.has(sha256)) {
      skipped.push({ path: source, ...reasonOf(say('adding.same_in_it')) })
    } else {
      known.add(sha256)
      if (renewed !== null) renewals.push({ document: renewed, file })
      const renews = renewed === null ? {} : { renews: renewalShown(renewed, file) }
      members.push({ source, label, size, sha256, modified_ms: modifiedMs, ...renews })
    }
  }
  return { members, skipped, renewals }
}

/** What the collection has of a file. */
interface There {
  /** The document that has its content already. */
  readonly same: Document | null
  /** The one that it was made into before, with another content. */
  readonly renewed: Document | null
}

const nowhere: There = { same: null, renewed: null }

async function eachThere(
  library: LibraryToolService,
  files: readonly Pick<Candidate, 'sha256' | 'source' | 'versionOf'>[],
  collection: string,
): Promise<There[]> {
  return await eachTogether(files, (some) =>
    library.inSnapshot(() =>
      some.map((file) => {
        const same = library.documentWithContent(file.sha256, collection)
        return same === null ? { same, renewed: renewedBy(library, file, collection) } : { ...nowhere, same }
      }),
    ),
  )
}

function nothingToAdd(
  library: Pick<LibraryToolService, 'shownPath'>,
  name: string,
  skipped: Skipped,
): AppError {
  return new AppError(
    'unsupported',
    [
      name === '' ? 'None of these files can be added.' : `Nothing in ${quoted(name)} can be added.`,
      ...skippedInWords(library, skipped).map(textOf),
    ].join('\n'),
    { field: 'source', sources: knownTitles(skipped) },
  )
}

/** Titles of documents that are why something was left out. */
function knownTitles(skipped: Skipped): string[] {
  return skipped.flatMap(({ said }) => (typeof said?.values.title === 'string' ? [said.values.title] : []))
}

function skippedInWords(library: Pick<LibraryToolService, 'shownPath'>, skipped: Skipped): Sentence[] {
  const more = skipped.length - NAMED_SKIPPED
  return [
    ...skipped.slice(0, NAMED_SKIPPED).map(({ path, reason, said }) =>
      say('library.left_out', {
        path: library.shownPath(path),
        reason: wordsOf({ message: reason, said }),
      }),
    ),
    ...(more > 0 ? [say('library.left_out_more', { count: more })] : []),
  ]
}

/** The plan for some of the files; the archives that none of them is in are not opened. */
export function narrowFiles({ plan, preview }: Planned<FilesPlan>, choice: Choice): Planned<FilesPlan> {
  const members = [...chosenOf(plan.members, choice)]
  const isOf = ({ source, modified_ms }: PlannedFile, path: string) =>
    modified_ms === null && source.startsWith(`${path}/`)
  const archives = plan.archives.filter(({ path }) => members.some((member) => isOf(member, path)))
  const ofArchive = plan.archives.some(({ path }) => path === plan.path)
  const summary = additionInWords(
    ofArchive ? 'archive' : 'folder',
    plan.name,
    preview.container?.label ?? '',
    members,
  )
  const renewed = members.filter(isNewVersion).length
  return {
    plan: { ...plan, archives, members },
    preview: narrowedPreview(preview, choice, summary),
    ...raisedByRenewals(renewed),
  }
}

function additionInWords(
  kind: FilesInPlace['kind'],
  name: string,
  collection: string,
  members: readonly PlannedFile[],
): Sentence {
  const size = members.reduce((total, member) => total + member.size, 0)
  const arrival = arrivalOf(members)
  const { added, renewed, again } = arrival
  const archive = kind === 'archive'
  if (added + renewed === 0) {
    return say('library.read_many_again', { title: '', count: again, recognize: false })
  }
  return renewed + again > 0
    ? say('library.add_and_renew', { name, archive, ...arrival, size, collection })
    : say(archive ? 'library.add_archive' : 'library.add_files', {
        name,
        count: members.length,
        size,
        collection,
      })
}

/** How many are new, how many new versions, and how many have the content that could not be read before. */
function arrivalOf(members: readonly Pick<PlannedFile, 'renews' | 'sha256'>[]) {
  const renewed = members.filter(isNewVersion).length
  const added = members.filter(({ renews }) => renews === undefined).length
  return { added, renewed, again: members.length - added - renewed }
}

function previewOf(
  library: Pick<LibraryToolService, 'shownPath'>,
  { kind, name }: FilesInPlace,
  collection: PlannedCollection,
  members: readonly PlannedFile[],
  skipped: Skipped,
  renewed: ReadonlyMap<string, ChangePreview>,
): Preview {
  return spoken({
    summary: additionInWords(kind, name, collection.name, members),
    targets: members.map((member) => ({
      kind: 'document',
      label: member.renews?.title ?? member.label,
      reference: member.source,
      size: member.size,
    })),
    changes: members.map(
      ({ source, size: sizeAfter }) =>
        renewed.get(source) ?? { kind: 'binary', label: library.shownPath(source), sizeAfter },
    ),
    lost: [],
    recovery: 'undo',
    warnings: [
      ...skippedInWords(library, skipped),
      ...([...renewed.values()].some(isCut) ? [say('files.long_difference')] : []),
    ],
    container: { kind: 'collection', label: collection.name, reference: collection.id },
  })
}

/** Throws `conflict` where nothing of what was shown could be added any more: what moved of it is left out. */
export async function requireFiles(services: Sources, plan: FilesPlan): Promise<void> {
  await requirePlaces(services, plan)
  await wantedNow(services, plan, await looksAsShown(services, plan))
}

/** Throws where the collection is gone, or the folder or archive is away or may not be read any more. */
async function requirePlaces({ library, files }: Sources, plan: FilesPlan): Promise<void> {
  requireCollectionThere(library, plan)
  if (plan.granted) await files.resolveReadable(plan.path)
}

/** What is to be added of what was shown; throws `conflict` where that is none of it. */
async function wantedNow(
  { library }: Pick<Sources, 'library'>,
  plan: FilesPlan,
  { unmoved, moved }: ComparedFiles,
) {
  // Once more: reading takes its time.
  requireCollectionThere(library, plan)
  const leftOut = [...moved]
  const named = unmoved.map((member) => ({ ...member, versionOf: namedIn(member.renews) }))
  const there = await eachThere(library, named, plan.collection_id)
  const wanted = unmoved.filter((member, place) => {
    const { same, renewed } = there[place] ?? nowhere
    const why =
      same !== null
        ? say('adding.known_by_now', { title: same.title })
        : isRenewalAsShown(member.renews, renewed)
          ? null
          : say('adding.document_changed')
    if (why !== null) leftOut.push({ path: member.source, ...reasonOf(why) })
    return why === null
  })
  if (wanted.length === 0) throw nothingLeft(plan, leftOut)
  return { wanted, skipped: [...plan.skipped, ...leftOut] }
}

/** Adds what was shown, without what is no longer as it was; throws `conflict` where that is all of it. */
export async function addFiles(
  services: Sources,
  plan: FilesPlan,
  { journal, signal }: Parameters<AddDocument['apply']>[1],
): ReturnType<AddDocument['apply']> {
  const { library } = services
  await requirePlaces(services, plan)
  const { wanted, skipped } = await wantedNow(services, plan, await compareWithShown(services, plan, signal))
  signal.throwIfAborted()
  const fresh = wanted.flatMap((member) =>
    member.renews === undefined ? [{ ...member, id: library.newId() }] : [],
  )
  const renewed = wanted.flatMap(({ renews, ...member }) =>
    renews === undefined ? [] : [{ ...member, renews }],
  )
  const { versions, take } = await renewing(library, renewed)
  journal({
    documents: fresh.map((member) => absent(plan, member)),
    ...(renewed.length > 0 && { versions }),
  })
  const results: AddedFile[] = []
  await library.together(fresh, ({ id, source, size, sha256 }) => {
    const { title } = library.add({
      ...{ id, path: source, size, sha256, collectionId: plan.collection_id },
      ...{ title: null, metadata: plan.metadata },
    })
    results.push({ document_id: id, title, status: 'pending', source })
  })
  await take()
  for (const { source, sha256, renews } of renewed) {
    const { document_id, title } = renews
    const as = isNewVersion({ renews, sha256 }) ? { new_version: true } : { duplicate: true }
    results.push({ document_id, title, status: 'pending', source, ...as })
  }
  const [first] = results
  if (first === undefined) throw new AppError('internal', 'No document was added.')
  const { source: _, ...firstState } = first
  const titles = [...knownTitles(skipped), ...renewed.map(({ renews }) => renews.title)]
  const from = plan.name === '' ? '' : ` from ${quoted(plan.name)}`
  const arrival = arrivalOf(wanted)
  return {
    content: [
      arrival.added + arrival.renewed === 0
        ? `Nothing was added${from}: the same content is in the library already and could not be read. It is read again in the background.`
        : `Added ${arrivedInWords(arrival)}${from}. They are read in the background.`,
      ...results.map(
        ({ document_id, title, new_version, duplicate }) =>
          `${title} (document ${document_id}${new_version ? ', new version' : ''}${duplicate ? ', read again' : ''})`,
      ),
      ...skippedInWords(library, skipped).map(textOf),
    ].join('\n'),
    state: {
      duplicate: false,
      ...firstState,
      succeeded: results.length,
      failed: skipped.length,
      results,
      skipped,
    },
    // New documents have the names of their files until they are read.
    ...(titles.length === 0 ? { origin: 'granted_folder' as const } : { sources: titles }),
  }
}

type AddedFile = {
  document_id: string
  title: string
  status: 'pending'
  source: string
  new_version?: boolean
  duplicate?: boolean
}

function nothingLeft({ path }: FilesPlan, leftOut: Skipped): AppError {
  const conflict = (why: Sentence) => new AppError('conflict', why, { nothingLeft: true })
  const codes = new Set(leftOut.map(({ said }) => said?.code))
  if (codes.has('adding.document_changed')) {
    return conflict(say('document.file_otherwise', { path: quoted(path) }))
  }
  if (codes.has('adding.known_by_now')) {
    return conflict(say('adding.all_known_by_now'))
  }
  return conflict(say('document.file_changed', { path: quoted(path) }))
}

/** That a document is not there: what undoing its arrival comes to. */
function absent(plan: FilesPlan, { id, label, sha256 }: PlannedFile & { readonly id: string }) {
  return {
    document_id: id,
    present: false,
    was: {
      title: label,
      title_chosen: false,
      tags: [],
      metadata: plan.metadata,
      collection_id: plan.collection_id,
      sha256,
    },
  }
}
