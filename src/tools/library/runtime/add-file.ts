import type { Candidate } from '../../../main/library/sources/candidates'
import type { LibraryToolService } from '../../../main/library/tool-service'
import type { Document } from '../../../shared/contract/document'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { type Preview, spoken } from '../../../shared/tool/preview'
import type { Answer } from '../../../shared/tool/runtime'
import type { PlannedRenewal } from '../module'
import type { LibraryTool, LibraryToolServices } from '../runtime'
import { type PlannedCollection, requireCollectionThere } from './pending-collections'
import { isCut, renewalChange } from './renewal-change'
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
type Input = Parameters<AddDocument['plan']>[0]
type PlannedFile = Extract<Parameters<AddDocument['apply']>[0], { readonly existing: unknown }>
type Journal = Parameters<AddDocument['apply']>[1]['journal']

/** Plans one file as a document, or as the new content of the one that it was read for before. */
export async function planFile(
  library: LibraryToolService,
  {
    file,
    granted,
    collection,
    input,
  }: {
    readonly file: Candidate
    /** Whether it is in a granted folder; else a person handed it over. */
    readonly granted: boolean
    readonly collection: PlannedCollection
    readonly input: Input
  },
): ReturnType<AddDocument['plan']> {
  const existing = library.documentWithContent(file.sha256, collection.id)
  if (existing !== null) return { unchanged: duplicate(existing) }
  const renewed = renewedBy(library, file, collection.id)
  const renews = renewed === null ? undefined : renewalShown(renewed, file)
  return {
    ...raisedByRenewals(isNewVersion({ ...file, renews }) ? 1 : 0),
    plan: {
      path: file.source,
      granted,
      name: file.label,
      size: file.size,
      modified_ms: file.modifiedMs ?? 0,
      sha256: file.sha256,
      collection_id: collection.id,
      title: input.title ?? null,
      metadata: input.metadata ?? {},
      // Planned only where there is none; proposals of former versions may name one.
      existing: null,
      ...(file.modifiedMs === null ? { entry: true } : {}),
      ...(renews === undefined ? {} : { renews }),
    },
    preview:
      renewed === null
        ? addition(library.shownPath(file.source), file, collection, input.title)
        : await renewal(library, file, collection, renewed, input),
    // The summary quotes the title, which the document gave itself.
    sources: renewed === null ? [] : [renewed.title],
  }
}

/** Adds one file as it was planned; throws `conflict` where it is another one by now. */
export async function applyFile(
  services: LibraryToolServices,
  plan: PlannedFile,
  journal: Journal,
): ReturnType<AddDocument['apply']> {
  const { library } = services
  const same = await thereOrAsShown(services, plan)
  if (same !== null) {
    journal({ document_id: null, present: false })
    return duplicate(same)
  }
  if (plan.renews !== undefined) return await renew(library, plan, plan.renews, journal)
  const id = library.newId()
  const was = {
    title: plan.title ?? plan.name,
    title_chosen: plan.title !== null,
    tags: [],
    metadata: plan.metadata,
    collection_id: plan.collection_id,
    sha256: plan.sha256,
  }
  journal({ document_id: id, present: false, was })
  const added = library.add({
    id,
    path: plan.path,
    size: plan.size,
    sha256: plan.sha256,
    collectionId: plan.collection_id,
    title: plan.title,
    metadata: plan.metadata,
  })
  return {
    content: `Added “${added.title}” (document ${id}). It is read in the background.`,
    state: { document_id: id, title: added.title, status: added.status, duplicate: false },
    // It has its file’s name until it is read.
    origin: 'granted_folder',
  }
}

/** The document that has its content by now, or null; throws `conflict` where it is not as it was planned either. */
export async function thereOrAsShown(
  services: LibraryToolServices,
  plan: PlannedFile,
): Promise<Document | null> {
  const { library } = services
  requireCollectionThere(library, plan)
  const same = library.documentWithContent(plan.sha256, plan.collection_id)
  if (same !== null) return same
  if (plan.existing !== null) {
    throw new AppError('conflict', say('document.add_again'))
  }
  await refuseMoved(services, plan)
  const named = { source: plan.path, versionOf: namedIn(plan.renews) }
  if (!isRenewalAsShown(plan.renews, renewedBy(library, named, plan.collection_id))) {
    throw new AppError('conflict', say('document.file_otherwise', { path: plan.path }))
  }
  return null
}

/** Has it be read as the new version of the document that it was read for before. */
async function renew(
  library: LibraryToolService,
  { path: source, size, sha256 }: PlannedFile,
  renews: PlannedRenewal,
  journal: Journal,
) {
  const { versions, take } = await renewing(library, [{ source, size, sha256, renews }])
  journal({ documents: [], versions })
  await take()
  const { document_id, title } = renews
  const state = { document_id, title, status: 'pending' as const }
  if (!isNewVersion({ renews, sha256 })) {
    return {
      content: `The same content is in the library already, as “${title}” (document ${document_id}), and could not be read. It is read again in the background.`,
      state: { ...state, duplicate: true },
      sources: [title],
    }
  }
  return {
    content: `The file is the new version of “${title}” (document ${document_id}). It is read in the background; until then searches find the former one.`,
    state: { ...state, duplicate: false, new_version: true },
    sources: [title],
  }
}

/** Refuses a file that is not there any more as it was planned. */
async function refuseMoved({ library, files }: LibraryToolServices, plan: PlannedFile): Promise<void> {
  const { path } = plan
  if (plan.granted && (await files.resolveReadable(path)) !== path) {
    throw new AppError('conflict', say('document.file_elsewhere', { path }))
  }
  // The content of a file of an archive was stored when it was unpacked.
  if (plan.entry === true) return
  const now = await library.stat(path).catch((cause: unknown) => {
    throw new AppError('conflict', say('document.file_gone', { path }), { cause })
  })
  if (now.size !== plan.size || now.modifiedMs !== plan.modified_ms) {
    throw new AppError('conflict', say('document.file_changed', { path }))
  }
}

function addition(
  shown: string,
  { label: name, source, size }: Candidate,
  collection: PlannedCollection,
  title: string | undefined,
): Preview {
  return spoken({
    summary: say('library.add', { name, size, collection: collection.name }),
    targets: [{ kind: 'document', label: title ?? name, reference: source, size }],
    changes: [{ kind: 'binary', label: shown, sizeAfter: size }],
    lost: [],
    recovery: 'undo',
    warnings: [],
    container: { kind: 'collection', label: collection.name, reference: collection.id },
  })
}

async function renewal(
  library: Pick<LibraryToolService, 'shownPath' | 'renewedTexts'>,
  file: Candidate,
  collection: PlannedCollection,
  document: Document,
  given: { readonly title?: string | undefined; readonly metadata?: object | undefined },
): Promise<Preview> {
  const { label: name, source, size } = file
  const { title } = document
  const change = await renewalChange(library, { document, file })
  const keeps = given.title !== undefined || given.metadata !== undefined
  return spoken({
    summary:
      document.sha256 === file.sha256
        ? say('library.read_again', { title, recognize: false })
        : say('library.renew', { title, name, size, collection: collection.name }),
    targets: [{ kind: 'document', label: title, reference: source, size }],
    changes: [change],
    lost: [],
    recovery: 'undo',
    warnings: [
      ...(keeps ? [say('library.renew_keeps', { title })] : []),
      ...(isCut(change) ? [say('files.long_difference')] : []),
    ],
    container: { kind: 'collection', label: collection.name, reference: collection.id },
  })
}

type Duplicate = Pick<Document, 'title' | 'status'> & { document_id: string; duplicate: true }

function duplicate({ id, title, status }: Document): Answer<Duplicate> {
  return {
    content: `Nothing was added: the same content is in the library already, as “${title}” (document ${id}, ${status}).`,
    state: { document_id: id, title, status, duplicate: true },
    origin: 'library',
    sources: [title],
  }
}
