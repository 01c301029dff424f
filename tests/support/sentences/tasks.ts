import type { Examples } from './examples'

const title = 'Write the report'

/** Of tasks. */
export const taskExamples = {
  'task.none': { id: 't_12' },
  'task.ended': { title },
  'task.blocked': { title, needs: ['Gather figures', 'Ask Ada', 'Read', 'Sleep'] },
  'task.at_work': { title },
} satisfies Examples
