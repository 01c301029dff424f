import { inQuotes, told } from './english'

interface Titled {
  readonly title: string
}

const few = (all: readonly string[]) => {
  const { names, more } = told(all.map((name) => ({ name })))
  return `${names.map(inQuotes).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** What the tools of tasks propose, and why they can't. */
export const taskSentences = {
  'task.none': ({ id }: { id: string }) => `There is no task ${id}.`,
  'task.list_moved': () => 'The task that this list went on from is gone. List them from the start.',
  'task.no_longer_kept': () =>
    'What was deleted is no longer kept, so it can’t be brought back. Settings say for how long it is.',
  'task.ended': ({ title }: Titled) =>
    `${inQuotes(title)} is done or cancelled. Open it again before an assistant works on it.`,
  'task.blocked': ({ title, needs }: Titled & { needs: readonly string[] }) =>
    `${inQuotes(title)} waits for ${few(needs)}. Do that first, or take it off what the task waits for.`,
  'task.at_work': ({ title }: Titled) => `An assistant works on ${inQuotes(title)} already.`,
} as const
