import { useEffect, useEffectEvent, useState } from 'react'
import type { Sequence } from '../../../shared/contract/sequences'
import { assertNever } from '../../../shared/errors'
import type { GivenInputs } from '../../../shared/sequences/definition'
import { dryRunSequence, takeAsked, useSequences } from '../../stores/sequences'
import { type Beginning, firstStep } from './beginning'
import { beginRun } from './run-dialog'
import type { SequenceEditing } from './use-sequence-editing'

/** What is being asked for before a run or a dry run. */
type Asking = { readonly kind: 'dry_run' } | { readonly kind: 'run'; readonly sequence: Sequence }

/** The runs of a sequence that is being written. */
interface SequenceRuns {
  readonly asking: Asking | null
  readonly begin: (what: Beginning) => void
  readonly dryRun: (inputs: GivenInputs) => void
  /** Runs it as it is saved for that; asks for its inputs where none are given. */
  readonly run: (inputs?: GivenInputs) => Promise<void>
  readonly askNoMore: () => void
}

/** Begins runs and dry runs of what is written, also a run that was asked for elsewhere. */
export function useSequenceRuns(
  { place, definition, known, problems, save }: SequenceEditing,
  showProblem: () => void,
): SequenceRuns {
  const asked = useSequences((state) => state.asked)
  const [asking, setAsking] = useState<Asking | null>(null)

  const dryRun = (inputs: GivenInputs) => {
    setAsking(null)
    void dryRunSequence(place, definition, inputs)
  }
  const run = async (inputs?: GivenInputs) => {
    const sequence = await save()
    if (sequence === undefined) return
    const given = inputs ?? (sequence.definition.inputs.length === 0 ? {} : undefined)
    if (given === undefined) setAsking({ kind: 'run', sequence })
    else await beginRun(sequence, given)
  }
  const begin = (what: Beginning) => {
    const standing = { known, problemCount: problems.length, inputCount: definition.inputs.length }
    const step = firstStep(what, standing)
    switch (step) {
      case 'nothing':
        return
      case 'show_problem':
        return showProblem()
      case 'save':
        return void run()
      case 'ask_inputs':
        return setAsking({ kind: 'dry_run' })
      case 'dry_run':
        return dryRun({})
      default:
        return assertNever(step)
    }
  }
  const beginAsked = useEffectEvent(() => begin('run'))
  useEffect(() => {
    if (known && asked === place && takeAsked(place)) beginAsked()
  }, [asked, place, known])

  return { asking, begin, dryRun, run, askNoMore: () => setAsking(null) }
}
