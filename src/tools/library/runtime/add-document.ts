import type { Candidate } from '../../../main/library/candidates'
import type { LibraryToolService } from '../../../main/library/tool-service'
import type { Document } from '../../../shared/contract/document'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { type Preview, spoken } from '../../../shared/tool/preview'
import type { Answer, EffectContext } from '../../../shared/tool/runtime'
import { namesScheme } from '../../../shared/web-address'
import type { DocumentsInverse, PlannedRenewal } from '../module'
import type { LibraryTool, LibraryToolServices } from '../runtime'
import { addFiles, narrowFiles, planFiles } from './add-files'
import { lookAtFiles } from './look-at-files'
import { type PlannedCollection, plannedCollection } from './pending-collections'
import { undoPresence } from './presence'
import { isCut, renewalChange } from './renewal-change'
import { isRenewalAsShown, namedIn, raisedByRenewals, renewalShown, renewedBy, renewing } from './renewals'
import { undoDocuments } from './undo-documents'
import { type AppliedPages, createPages } from './web-pages'

type Planned = Extract<Parameters<LibraryTool<'add_document'>['apply']>[0], { readonly existing: unknown }>

/** Adds a file, or those of a folder or an archive: planned by content, so that what was approved is what is added. */
export function addDocument(services: LibraryToolServices): LibraryTool<'add_document'> {
  const { library, files } = services
  const pages = createPages(services)
  const one = undoPresence(library)
  const several = undoDocuments(library)
  return {
    async plan(input, context) {
      // First of all: what a person handed over is good for this call alone, whatever keeps it from being added.
      const handed = context.byHand ? library.takeHandedOver(input.source) : null
      const { signal } = context
      const collection = plannedCollection(
        library,
        input.collection_id ?? library.defaultCollectionId,
        context,
      )
      if (namesScheme(input.source.trim())) {
        const { source: url, title = null, metadata = {} } = input
        return pages.plan(
          { url, field: 'source', mode: 'single', maxPages: 1, title, titlePrefix: '', metadata },
          collection,
        )
      }
      const found = await lookAtFiles(services, { source: input.source, handed }, signal)
      if (found.kind !== 'file') return await planFiles(library, { found, collection, input }, signal)
      const [file] = found.files
      if (file === undefined) throw new AppError('internal', `${input.source} was not looked at.`)
      const existing = library.documentWithContent(file.sha256, collection.id)
      if (existing !== null) return { unchanged: duplicate(existing) }
      const renewed = renewedBy(library, file, collection.id)
      return {
        ...raisedByRenewals(renewed === null ? 0 : 1),
        plan: {
          path: file.source,
          granted: found.granted,
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
          ...(renewed === null ? {} : { renews: renewalShown(renewed, file) }),
        },
        preview:
          renewed === null
            ? addition(library.shownPath(file.source), file, collection, input.title)
            : await renewal(library, file, collection, renewed, input),
        // The summary quotes the title, which the document gave itself.
        sources: renewed === null ? [] : [renewed.title],
      }
    },
    chooseBy: 'items',
    async narrow({ plan, preview }, choice) {
      if ('archives' in plan) return narrowFiles({ plan, preview }, choice)
      throw new AppError('invalid_input', say('proposal.no_such_part'), { field: 'choice' })
    },
    gather: async (plan, context) => ('url' in plan ? await pages.gather(plan, context) : plan),
    async apply(plan, context) {
      const { journal } = context
      if ('url' in plan) return pageAnswer(await pages.apply(plan, context))
      if ('archives' in plan) return await addFiles(services, plan, context)
      const same = library.documentWithContent(plan.sha256, plan.collection_id)
      if (same !== null) {
        journal({ document_id: null, present: false })
        return duplicate(same)
      }
      if (plan.existing !== null) {
        throw new AppError('conflict', say('document.add_again'))
      }
      await refuseMoved(plan)
      const named = { source: plan.path, versionOf: namedIn(plan.renews) }
      if (!isRenewalAsShown(plan.renews, renewedBy(library, named, plan.collection_id))) {
        throw new AppError('conflict', say('document.file_otherwise', { path: plan.path }))
      }
      if (plan.renews !== undefined) return await renew(plan, plan.renews, journal)
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
    },
    async revert(inverse, context) {
      return await ('document_id' in inverse
        ? one.revert(inverse, context)
        : several.revert(inverse, context))
    },
    broughtBack: (inverse) =>
      'document_id' in inverse ? one.broughtBack(inverse) : several.broughtBack(inverse),
    items: async (inverse) => ('document_id' in inverse ? [] : await several.items(inverse)),
    onlyItems: (inverse, references) =>
      'document_id' in inverse ? inverse : several.onlyItems(inverse, references),
    async compare(inverse, context) {
      return await ('document_id' in inverse ? one.compare(inverse, context) : several.compare(inverse))
    },
    async rebase(inverse, chosen, context) {
      return await ('document_id' in inverse
        ? one.rebase(inverse, chosen, context)
        : several.rebase(inverse, chosen))
    },
  }

  async function renew(
    { path: source, size, sha256 }: Planned,
    renews: PlannedRenewal,
    journal: EffectContext<DocumentsInverse>['journal'],
  ) {
    const { versions, take } = await renewing(library, [{ source, size, sha256, renews }])
    journal({ documents: [], versions })
    await take()
    const { document_id, title } = renews
    return {
      content: `The file is the new version of “${title}” (document ${document_id}). It is read in the background; until then searches find the former one.`,
      state: { document_id, title, status: 'pending' as const, duplicate: false, new_version: true },
      sources: [title],
    }
  }

  async function refuseMoved(plan: Planned): Promise<void> {
    if (plan.granted && (await files.resolveReadable(plan.path)) !== plan.path) throw elsewhere(plan.path)
    if (plan.entry !== true) await refuseMovedFile(plan)
  }

  async function refuseMovedFile(plan: Planned): Promise<void> {
    const now = await library.stat(plan.path).catch((cause: unknown) => {
      throw new AppError('conflict', say('document.file_gone', { path: plan.path }), { cause })
    })
    if (now.size !== plan.size || now.modifiedMs !== plan.modified_ms) {
      throw new AppError('conflict', say('document.file_changed', { path: plan.path }))
    }
  }
}

function elsewhere(path: string): AppError {
  return new AppError('conflict', say('document.file_elsewhere', { path }))
}

/** The one page that it is. */
function pageAnswer({ content, pages, ...answer }: AppliedPages) {
  const [page] = pages
  if (page === undefined || page.document_id === null) {
    throw new AppError('internal', 'The page was fetched and no document was made of it.')
  }
  const { document_id, title, status, outcome } = page
  const duplicate = outcome === 'unchanged' || outcome === 'duplicate'
  return { content, ...answer, state: { document_id, title, status, duplicate } }
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
    summary: say('library.renew', { title, name, size, collection: collection.name }),
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
