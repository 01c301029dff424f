import { type FocusEvent, useState } from 'react'
import type { Sequence } from '../../../shared/contract/sequences'
import type { SequenceProblem } from '../../../shared/sequences/check'
import type { SequenceDefinition } from '../../../shared/sequences/definition'
import { afterPress } from '../../ui/after-press'
import type { SequenceEditing } from './use-sequence-editing'

/**
 * Which of what is wrong is shown: of a step or an input that is new, nothing before its field was left once, it was
 * saved, or something was tried that it keeps from happening.
 */
export function useShownProblems(
  { definition, problems }: Pick<SequenceEditing, 'definition' | 'problems'>,
  stored: Pick<Sequence, 'definition'> | null,
) {
  const saved = stored === null ? null : ownersIn(stored.definition)
  const [settled, setSettled] = useState(() => ownersIn(definition))
  const [tried, setTried] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const isShown = (problem: SequenceProblem) => {
    const { step, input, part } = problem
    if (part === 'tool' || (step === null && input === null)) return true
    const owner = ownerOf(problem)
    return settled.has(owner) || saved?.has(owner) === true || left.has(placeOf(problem))
  }
  return {
    shown: problems.filter(isShown),
    /** Whether something was tried that what is wrong kept from happening. */
    tried,
    showAll() {
      setTried(true)
      setSettled(ownersIn(definition))
    },
    /** For the editor as a whole: notes which field the focus leaves. */
    leave({ target, relatedTarget }: FocusEvent) {
      const place = target.closest<HTMLElement>('[data-part]')
      // Another window takes the focus for a while; the field has it still when it comes back.
      if (place === null || !document.hasFocus()) return
      if (relatedTarget instanceof Node && place.contains(relatedTarget)) return
      const owner = place.closest<HTMLElement>('[data-step], [data-input]')?.dataset ?? {}
      const { step = null, input } = owner
      const { part = '', field = null } = place.dataset
      const of = { step, input: input === undefined ? null : Number(input) }
      // Words below the field move what stands below it.
      afterPress(() => setLeft((before) => new Set([...before, placeOf({ ...of, part, field })])))
    },
  }
}

type Owner = Pick<SequenceProblem, 'step' | 'input'>

/** The steps and inputs that there are. */
function ownersIn({ steps, inputs }: SequenceDefinition): ReadonlySet<string> {
  const ofSteps = steps.map(({ id }) => ownerOf({ step: id, input: null }))
  return new Set([...ofSteps, ...inputs.map((_, input) => ownerOf({ step: null, input }))])
}

function ownerOf({ step, input }: Owner): string {
  return step === null ? `input ${input}` : `step ${step}`
}

function placeOf(at: Owner & { readonly part: string; readonly field: string | null }): string {
  return `${ownerOf(at)} ${at.part} ${at.field ?? ''}`
}
