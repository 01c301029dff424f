import type { Binding, SequenceDefinition, SequenceStep } from '../../../shared/sequences/definition'
import { sequencesText } from '../../text/sequences'
import { newInput, newStep } from './changes'

const text = (template: string): Binding => ({ from: 'text', template })
const input = (name: string): Binding => ({ from: 'input', name })
const fixed = (value: string | number): Binding => ({ from: 'fixed', value })

function step(tool: string, more: Partial<SequenceStep>): SequenceStep {
  return { ...newStep(tool), ...more }
}

/** Sequences to begin from, in the person's language. */
export function exampleSequences(): readonly SequenceDefinition[] {
  const t = sequencesText().example
  const asked = { ...newInput([]), needed: true }
  return [
    {
      name: t.research,
      description: t.researchText,
      inputs: [{ ...asked, name: 'topic', label: t.topic }],
      steps: [
        step('search_library', {
          ...{ title: t.find, output: 'found' },
          fields: { query: input('topic'), top_k: fixed(3) },
        }),
        step('create_note', {
          ...{ title: t.keep, success: t.kept, failure: t.notFound },
          fields: { title: text(t.noteTitle), content: text(t.noteText) },
        }),
      ],
    },
    {
      name: t.journal,
      description: t.journalText,
      inputs: [
        { ...asked, name: 'file', kind: 'path', label: t.file },
        { ...asked, name: 'line', label: t.line },
      ],
      steps: [
        step('get_current_time', { title: t.time, output: 'now' }),
        step('append_to_file', {
          title: t.append,
          fields: { path: input('file'), content: text('{{now.date}}: {{input.line}}\n') },
        }),
      ],
    },
  ]
}
