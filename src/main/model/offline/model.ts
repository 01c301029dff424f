import { setImmediate as nextTask } from 'node:timers/promises'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Model, ModelBlock, ModelEvent } from '../port'
import { attachedTo, lastQuestion, resultsAtTheEnd } from './asked-request'
import { begin } from './begin'
import { conclude } from './conclude'
import type { ToolWords } from './help'
import { eventsOf, type Step } from './step'
import { offlineTexts } from './texts'

/** The name under which it is recorded. */
const offlineModelId = 'offline'

/**
 * The assistant that needs no model: it runs tools by hand and answers from the library with quoted passages. It
 * decides from the conversation alone, so the same conversation always gives the same answer.
 */
export function createOfflineModel(options: {
  readonly language: 'en' | 'de'
  /** How many documents there are to search; null when that is not known. */
  readonly countDocuments: () => number | null
  /** What people are told of tools, by language, where that is known. */
  readonly toolWords?: Partial<Readonly<Record<'en' | 'de', ToolWords>>> | undefined
}): Model {
  const { language, countDocuments } = options
  const texts = offlineTexts(language)
  const beginning = { texts, language, countDocuments, toolWords: options.toolWords?.[language] ?? null }

  /** Says what of the message it could not use. */
  const withUnused = (step: Step, attached: readonly ModelBlock[]): Step => {
    const unused = [
      ...(attached.some(({ type }) => type === 'image') ? [texts.noPictures] : []),
      ...(attached.some((block) => block.type === 'text' && block.file) ? [texts.noFiles] : []),
    ]
    return step.kind === 'calls' || unused.length === 0
      ? step
      : { kind: 'say', text: [...unused, step.text].join('\n\n'), citations: step.citations }
  }

  return {
    id: offlineModelId,
    provider: 'offline',
    answersOne: true,
    async *stream(request, signal): AsyncGenerator<ModelEvent, void, void> {
      const question = lastQuestion(request)
      const results = resultsAtTheEnd(request)
      const step = withUnused(
        results.length === 0
          ? begin(question, request, beginning)
          : conclude(question, results, request, beginning),
        attachedTo(request),
      )
      for (const event of eventsOf(step)) {
        if (signal.aborted) throw new AppError('cancelled', say('model.stopped'))
        yield event
        // Lets other work of the process in between pieces.
        await nextTask()
      }
    },
  }
}
