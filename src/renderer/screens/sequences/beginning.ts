/** What a person may begin with a sequence that is being written. */
export type Beginning = 'dry_run' | 'run'

/** What comes first on the way to it. */
export type FirstStep =
  /** Nothing can be begun yet. */
  | 'nothing'
  | 'show_problem'
  /** Only what is stored can be run; what it begins with is asked for as it is stored then. */
  | 'save'
  | 'ask_inputs'
  | 'dry_run'

/** What comes first where a dry run or a run is asked for. */
export function firstStep(
  what: Beginning,
  {
    known,
    problemCount,
    inputCount,
  }: {
    /** Whether the catalog of tools is here. */
    readonly known: boolean
    readonly problemCount: number
    readonly inputCount: number
  },
): FirstStep {
  if (!known) return 'nothing'
  if (problemCount > 0) return 'show_problem'
  if (what === 'run') return 'save'
  return inputCount > 0 ? 'ask_inputs' : 'dry_run'
}
