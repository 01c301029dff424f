import { person } from '../../src/shared/actor'
import type { GivenInputs, SequenceDefinition } from '../../src/shared/sequences/definition'
import { setUpAgentDesk } from './agent/desk'
import { fixed, stepOf } from './sequence-definitions'

/** A desk on which sequences are written and run; called where tests are declared. */
export function setUpSequenceDesk() {
  const desk = setUpAgentDesk()
  const saved = (definition: SequenceDefinition) => desk.bench.sequences.create({ definition, by: person })
  return {
    desk,
    saved,
    /** Begins a run of a sequence that is made for it. */
    async begin(definition: SequenceDefinition, inputs: GivenInputs = {}, by = person) {
      const { id, revision } = saved(definition)
      const begun = await desk.bench.sequences.run({ id, revision, inputs, by, approval: null })
      return { id, ...begun }
    },
    async end(of: { conversationId: string; runId: string }) {
      const finished = await desk.bench.finished(of.runId)
      return { finished, state: desk.bench.conversations.snapshot(of.conversationId) }
    },
    proposed(runId: string, nth = 1) {
      let seen = 0
      return desk.bench.event(runId, 'tool_proposed', () => ++seen === nth)
    },
  }
}

/** Steps of the desk's own tools. */
export const put = (name: string, more = {}) =>
  stepOf('put_item', { name: fixed(name), text: fixed(`This is ${name}.`) }, more)
export const read = (name: string, more = {}) => stepOf('read_item', { name: fixed(name) }, more)
export const lookAt = (at: string, more = {}) => stepOf('look_at', { at: fixed(at) }, more)
