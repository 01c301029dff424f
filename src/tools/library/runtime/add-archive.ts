import type { OpenedArchive } from '../../../main/library/archive'
import type { InspectedFile, LibraryToolService } from '../../../main/library/service'
import { batchLimit } from '../../../shared/contract/library'
import { AppError } from '../../../shared/errors'
import { quoted } from '../../../shared/quoted'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { type Sentence, textOf } from '../../../shared/sentences/sentence'
import { type Preview, spoken } from '../../../shared/tool/preview'
import type { FilePlan } from '../module'
import type { LibraryTool } from '../runtime'
import { eachInTurn } from './batch'
import type { PlannedCollection } from './pending-collections'

type AddDocument = LibraryTool<'add_document'>
type Answer = Awaited<ReturnType<AddDocument['plan']>>
type Plan = FilePlan
type Input = Parameters<AddDocument['plan']>[0]
type Member = NonNullable<Plan['members']>[number]
type Skipped = NonNullable<Plan['skipped']>

/** Files that were left out and are named: to the model, and in the window. */
const NAMED_SKIPPED = 50

/** Plans the files of an archive as documents, all or none. */
export async function planArchive(
  library: LibraryToolService,
  {
    file,
    opened,
    collection,
    input,
  }: {
    readonly file: InspectedFile
    readonly opened: OpenedArchive
    readonly collection: PlannedCollection
    readonly input: Input
  },
): Promise<Answer> {
  if (input.title !== undefined) {
    throw new AppError('invalid_input', 'An archive has many documents, which can’t all have one title.', {
      field: 'title',
    })
  }
  const { members, skipped } = await newMembers(library, opened, collection.id)
  if (members.length === 0) throw nothingToAdd(file, skipped)
  if (members.length > batchLimit) {
    throw new AppError(
      'too_large',
      `${quoted(file.name)} holds ${counted(members.length, 'file')} to add; at most ${batchLimit.toLocaleString('en')} are added at once. Unpack it and add it in parts. Nothing was added.`,
      { field: 'source' },
    )
  }
  return {
    plan: {
      path: file.path,
      granted: true,
      name: file.name,
      size: file.size,
      modified_ms: file.modifiedMs,
      sha256: file.sha256,
      collection_id: collection.id,
      title: null,
      metadata: input.metadata ?? {},
      existing: null,
      members,
      skipped,
    },
    preview: previewOf(file, collection, members, skipped),
  }
}

/** The files whose content is not in the collection, each once. */
async function newMembers(library: LibraryToolService, opened: OpenedArchive, collection: string) {
  const members: Member[] = []
  const skipped = [...opened.skipped]
  const known = new Set<string>()
  await eachInTurn(opened.entries, ({ source, label, size, sha256 }) => {
    const same = library.documentWithContent(sha256, collection)
    if (same !== null) {
      skipped.push({
        path: source,
        reason: `The same content is in the library already, as “${same.title}” (document ${same.id}).`,
      })
    } else if (known.has(sha256)) {
      skipped.push({ path: source, reason: 'Another file of the archive has the same content.' })
    } else {
      known.add(sha256)
      members.push({ source, label, size, sha256 })
    }
  })
  return { members, skipped }
}

function nothingToAdd(file: InspectedFile, skipped: Skipped): AppError {
  return new AppError(
    'unsupported',
    [`Nothing in ${quoted(file.name)} can be added.`, ...skippedInWords(skipped).map(textOf)].join('\n'),
    { field: 'source' },
  )
}

function skippedInWords(skipped: Skipped): Sentence[] {
  const more = skipped.length - NAMED_SKIPPED
  return [
    ...skipped.slice(0, NAMED_SKIPPED).map(({ path, reason }) => say('library.left_out', { path, reason })),
    ...(more > 0 ? [say('library.left_out_more', { count: more })] : []),
  ]
}

function previewOf(
  file: InspectedFile,
  collection: PlannedCollection,
  members: readonly Member[],
  skipped: Skipped,
): Preview {
  return spoken({
    summary: say('library.add_archive', {
      name: file.name,
      count: members.length,
      size: members.reduce((total, member) => total + member.size, 0),
      collection: collection.name,
    }),
    targets: members.map((member) => ({
      kind: 'document',
      label: member.label,
      reference: member.source,
      size: member.size,
    })),
    changes: members.map((member) => ({ kind: 'binary', label: member.source, sizeAfter: member.size })),
    lost: [],
    recovery: 'undo',
    warnings: skippedInWords(skipped),
    container: { kind: 'collection', label: collection.name, reference: collection.id },
  })
}

/** Adds what was shown of an archive; throws `conflict` where the archive holds something else by now. */
export async function addMembers(
  library: LibraryToolService,
  plan: Plan & { readonly members: readonly Member[] },
  { journal, signal }: Parameters<AddDocument['apply']>[1],
): ReturnType<AddDocument['apply']> {
  // Looked at first, so that nothing is stored of what nobody approved.
  if ((await library.hash(plan.path, signal)).sha256 !== plan.sha256) throw moved(plan.path)
  const skipped = [...(plan.skipped ?? [])]
  const fresh = plan.members.flatMap((member) => {
    const same = library.documentWithContent(member.sha256, plan.collection_id)
    if (same === null) return [{ ...member, id: library.newId() }]
    skipped.push({ path: member.source, reason: `It is in the library by now, as “${same.title}”.` })
    return []
  })
  if (fresh.length === 0) {
    throw new AppError('conflict', 'All of it is in the library by now. Nothing was added.')
  }
  const opened = await library.openArchive(plan.path, signal)
  const there = new Map(opened?.entries.map(({ source, sha256 }) => [source, sha256]))
  if (fresh.some(({ source, sha256 }) => there.get(source) !== sha256)) throw moved(plan.path)
  signal.throwIfAborted()
  journal({ documents: fresh.map((member) => absent(plan, member)) })
  const added: { document_id: string; title: string; status: 'pending' }[] = []
  await library.together(fresh, ({ id, source, size, sha256 }) => {
    const { title } = library.add({
      ...{ id, path: source, size, sha256, collectionId: plan.collection_id },
      ...{ title: null, metadata: plan.metadata },
    })
    added.push({ document_id: id, title, status: 'pending' })
  })
  const [first] = added
  if (first === undefined) throw new AppError('internal', 'No document was added.')
  return {
    content: [
      `Added ${counted(added.length, 'document')} from ${quoted(plan.name)}. They are read in the background; get_document_status tells how far each is.`,
      ...added.map(({ document_id, title }) => `${title} (document ${document_id})`),
      ...skippedInWords(skipped).map(textOf),
    ].join('\n'),
    state: {
      ...first,
      duplicate: false,
      succeeded: added.length,
      failed: skipped.length,
      results: added,
      skipped,
    },
  }
}

function moved(path: string): AppError {
  return new AppError(
    'conflict',
    `${quoted(path)} changed since it was shown. Nothing was added; propose it again.`,
  )
}

/** That a document is not there: what undoing its arrival comes to. */
function absent(plan: Plan, { id, label, sha256 }: Member & { readonly id: string }) {
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
