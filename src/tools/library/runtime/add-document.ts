import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { namesScheme } from '../../../shared/web/web-address'
import type { LibraryTool, LibraryToolServices } from '../runtime'
import { applyFile, planFile, thereOrAsShown } from './add-file'
import { addFiles, narrowFiles, planFiles, requireFiles } from './add-files'
import { lookAtFiles } from './look-at-files'
import { plannedCollection } from './pending-collections'
import { undoPresence } from './presence'
import { undoDocuments } from './undo-documents'
import { type AppliedPages, createPages } from './web-pages'

/** Adds a file, or those of a folder or an archive: planned by content, so that what was approved is what is added. */
export function addDocument(services: LibraryToolServices): LibraryTool<'add_document'> {
  const { library } = services
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
      return await planFile(library, { file, granted: found.granted, collection, input })
    },
    chooseBy: 'items',
    async narrow({ plan, preview }, choice) {
      if ('archives' in plan) return narrowFiles({ plan, preview }, choice)
      throw new AppError('invalid_input', say('proposal.no_such_part'), { field: 'choice' })
    },
    async requireBase(plan) {
      if ('url' in plan) await pages.requireBase(plan)
      else if ('archives' in plan) await requireFiles(services, plan)
      else await thereOrAsShown(services, plan)
    },
    gather: async (plan, context) => ('url' in plan ? await pages.gather(plan, context) : plan),
    async apply(plan, context) {
      if ('url' in plan) return pageAnswer(await pages.apply(plan, context))
      if ('archives' in plan) return await addFiles(services, plan, context)
      return await applyFile(services, plan, context.journal)
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
