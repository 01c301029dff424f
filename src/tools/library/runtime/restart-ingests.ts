import type { LibraryToolService } from '../../../main/library/tool-service'
import { AppError } from '../../../shared/errors'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { isAtWork } from '../../../shared/standing-of'
import { spoken } from '../../../shared/tool/preview'
import type { LibraryTool } from '../runtime'
import { isRestartAsShown, type PlannedRestart, restartShown } from './as-shown'
import { chosenOf, eachInTurn, narrowedPreview } from './batch'
import { beforeRestart, revertRestart } from './restarting'
import { documentTarget, named, quotedOf, readAgain } from './wording'

/** Ingests several documents again; those that are being read already are left alone. */
export function restartIngests(library: LibraryToolService): LibraryTool<'restart_ingests'> {
  return {
    async plan({ doc_ids, recognize_text }, { signal }) {
      const all = await eachInTurn([...new Set(doc_ids)], (id) => library.document(id), signal)
      const found = all.filter((document) => !isAtWork(document))
      if (found.length === 0) {
        return {
          unchanged: {
            content: 'They are being read already; nothing was restarted.',
            state: { succeeded: 0, failed: 0, results: [] },
            origin: 'own',
          },
        }
      }
      const targets = found.map(documentTarget)
      return {
        plan: {
          documents: found.map(restartShown),
          ...(recognize_text === undefined ? {} : { recognize_text }),
        },
        sources: quotedOf(found),
        preview: spoken({
          summary: summaryOf(
            found.map(({ title }) => title),
            recognize_text,
          ),
          targets,
          changes: found.map(readAgain),
          lost: [],
          recovery: 'undo',
          warnings: [],
        }),
      }
    },
    chooseBy: 'items',
    async narrow({ plan, preview }, choice) {
      const documents = [...chosenOf(plan.documents, choice)]
      const summary = summaryOf(
        documents.map(({ title }) => title),
        plan.recognize_text,
      )
      return { plan: { ...plan, documents }, preview: narrowedPreview(preview, choice, summary) }
    },
    async requireBase({ documents }) {
      await eachInTurn(documents, requireAsShown)
    },
    async apply({ documents, recognize_text }, { journal, signal }) {
      await eachInTurn(documents, requireAsShown)
      signal.throwIfAborted()
      journal({
        documents: documents.map((document) => beforeRestart(library, document, recognize_text)),
      })
      await library.together(documents, (planned) => {
        // Again where it is written: others had their turn since.
        requireAsShown(planned)
        library.restart(planned.document_id, recognize_text)
      })
      const results = documents.map(({ document_id, title }) => ({ document_id, title }))
      return {
        content: `${counted(results.length, 'document')} ${results.length === 1 ? 'is' : 'are'} being read again.`,
        state: { succeeded: results.length, failed: 0, results },
        sources: results.map(({ title }) => title),
      }
    },
    async revert({ documents }, { journal }) {
      journal({ documents: documents.map((each) => ({ ...each, restart: !each.restart })) })
      await library.together(documents, (inverse) => {
        if (library.isThere(inverse.document_id)) revertRestart(library, inverse)
      })
      return { content: `The restart of ${counted(documents.length, 'document')} was taken back.` }
    },
  }

  function requireAsShown(planned: PlannedRestart): void {
    if (isRestartAsShown(library, planned)) return
    throw new AppError('conflict', say('document.not_done', { title: planned.title }))
  }
}

function summaryOf(titles: readonly string[], recognize_text: boolean | undefined): Sentence {
  return say('library.read_many_again', { ...named(titles), recognize: recognize_text === true })
}
