import { assertNever } from '../../shared/errors'
import type { GivenInputs, SequenceDefinition } from '../../shared/sequences/definition'
import { oneLine } from '../../shared/text/one-line'
import { shortened } from '../../shared/text/start-of'
import { fillIn } from './bind'
import type { Progress, StepTold } from './progress'
import type { SequenceTexts } from './texts'

/** Characters of a value that a told text shows: what it was is in the step. */
const shownCharacters = 500

/** What of a value is shown in a line of Markdown: its words, whatever marks they hold. */
export function asPlainMarkdown(value: string): string {
  const flat = oneLine(value)
  const cut = shortened(flat, shownCharacters)
  return cut.replace(/[\\`*_{}[\]()<>#+\-.!|~:&$@]/gu, (mark) => `\\${mark}`)
}

/** The message that a run of a sequence begins with: its name and what it was given. */
export function beginningOf(
  { name, inputs }: SequenceDefinition,
  given: GivenInputs,
  texts: SequenceTexts,
): string {
  const lines = inputs.flatMap((input) => {
    const value = Object.hasOwn(given, input.name) ? given[input.name] : undefined
    if (value === undefined) return []
    const shown = typeof value === 'boolean' ? (value ? texts.yes : texts.no) : String(value)
    return [`- ${input.label.trim() || input.name}: ${shown}`]
  })
  return [texts.begin(name), ...(lines.length === 0 ? [] : ['', ...lines])].join('\n')
}

/** The closing message: what came of each step. */
export function closingOf(
  { steps, failed }: Extract<Progress, { kind: 'end' }>,
  texts: SequenceTexts,
): string {
  const count = (...ends: readonly StepTold['end'][]) => steps.filter(({ end }) => ends.includes(end)).length
  const [notDone, waiting] = [count('failed', 'rejected', 'not_reached'), count('proposed')]
  const head =
    failed !== null
      ? texts.ended(failed.number)
      : notDone > 0
        ? texts.someFailed(notDone, steps.length)
        : waiting > 0
          ? texts.someWait(waiting, steps.length)
          : texts.allDone(steps.length)
  return [head, '', ...steps.map((step) => lineOf(step, texts))].join('\n')
}

function lineOf(told: StepTold, texts: SequenceTexts): string {
  const own = wordsOf(told)
  const end = endOf(told, texts)
  return `${told.number}. **${asPlainMarkdown(told.title)}**: ${own === '' ? `${end}.` : told.end === 'done' ? own : `${end}. ${own}`}`
}

function endOf({ end, error }: StepTold, texts: SequenceTexts): string {
  switch (end) {
    case 'done':
      return texts.done
    case 'proposed':
      return texts.proposed
    case 'failed':
      return texts.failed
    case 'rejected':
      return texts.rejected(asPlainMarkdown(reasonOf(error)))
    case 'not_reached':
      return texts.notReached
    default:
      return assertNever(end)
  }
}

/** What the person gave as a reason, without the sentence around it. */
function reasonOf(error: StepTold['error']): string {
  const reason = error?.said?.values.reason
  return typeof reason === 'string' ? reason : ''
}

/** The step’s own text with its values, in one line. */
function wordsOf({ end, step, values }: StepTold): string {
  const template = end === 'done' ? step.success : end === 'failed' || end === 'rejected' ? step.failure : ''
  return fillIn(template, values, asPlainMarkdown).replace(/\s+/gu, ' ').trim()
}
