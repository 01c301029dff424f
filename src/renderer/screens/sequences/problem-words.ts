import type { SequenceProblem } from '../../../shared/sequences/check'
import { sequencesText } from '../../text/sequences'

/** What is wrong, in words. */
function problemInWords({ code, name, takes = [] }: SequenceProblem): string {
  const t = sequencesText()
  switch (code) {
    case 'name_twice':
    case 'tool_gone':
    case 'tool_renamed':
    case 'unknown_field':
    case 'no_such_input':
    case 'no_such_output':
    case 'later_output':
    case 'no_such_place':
    case 'no_value':
      return t.problems[code](name)
    case 'wrong_kind':
      return t.problems.wrong_kind(takes.map((kind) => t.kinds[kind]).join(', '))
    default:
      return t.problems[code]
  }
}

/** The first thing that is wrong with a part of a step or an input. */
export function problemOf(
  problems: readonly SequenceProblem[],
  part: SequenceProblem['part'],
  field: string | null = null,
): string | undefined {
  const found = problems.find((problem) => problem.part === part && problem.field === field)
  return found === undefined ? undefined : problemInWords(found)
}

/** The same as what a field is given: nothing where nothing is wrong. */
export function errorOf(
  problems: readonly SequenceProblem[],
  part: SequenceProblem['part'],
): { readonly error?: string } {
  const error = problemOf(problems, part)
  return error === undefined ? {} : { error }
}
