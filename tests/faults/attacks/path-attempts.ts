import { expect } from 'vitest'
import { type Arena, untouched } from './arena'
import { asking, type Caller, type Outcome } from './callers'
import { type PathArgument, pathArguments } from './path-arguments'
import { harmlessFile, lastLinks, nextNumber, waysOut } from './ways-out'

/** One call with a path that must be refused with one of these codes. */
export interface Attempt {
  readonly label: string
  readonly tool: string
  readonly input: unknown
  /** In which of these ways it must end; `proposed` where the person is asked. */
  readonly codes: readonly string[]
}

/** Of the table of ways and places, each way and each place comes up when every fifth cell is taken. */
const everyNth = 5

/** Every way out through every place where a path goes in, or a part of that table. */
export function pathAttempts(arena: Arena, caller: string, which: 'all' | 'some'): Attempt[] {
  const cells = [
    ...waysOut.flatMap(({ name, base, codes: refused, plain }) =>
      pathArguments.map((argument) => () => {
        const codes = plain && argument.asks && asking.includes(caller) ? ['proposed'] : refused
        const number = nextNumber()
        const path = below(base(arena, number), argument, number)
        return attempt(arena, argument, { name, path, number, codes })
      }),
    ),
    ...lastLinks.flatMap(({ name, path, codes }) =>
      pathArguments
        .filter(({ link, need }) => link === 'followed' && need !== 'folder')
        .map((argument) => () => {
          const number = nextNumber()
          return attempt(arena, argument, { name, path: path(arena, number), number, codes })
        }),
    ),
  ]
  return cells.filter((_, index) => which === 'all' || index % everyNth === 0).map((make) => make())
}

/** Makes the calls and expects that each is refused, that nothing hidden is told, and that nothing is touched. */
export async function expectRefused(arena: Arena, call: Caller, tried: readonly Attempt[]): Promise<void> {
  const before = untouched(arena)
  const outcomes = await call(tried.map(({ tool, input }) => ({ tool, input })))
  const wrong = tried.flatMap(({ label, codes }, index) => {
    const outcome = outcomes[index]
    if (outcome === undefined) return [`${label} → no answer`]
    return codes.includes(verdict(outcome)) ? [] : [`${label} → ${verdict(outcome)}: ${outcome.said}`]
  })
  expect(wrong).toEqual([])
  expect(outcomes.filter(({ said }) => said.includes('unseen'))).toEqual([])
  expect(untouched(arena)).toBe(before)
}

/** How a call ended in one word: the code where it was refused. */
export function verdict(outcome: Outcome): string {
  return outcome.kind === 'refused' ? outcome.code : outcome.kind
}

function attempt(
  arena: Arena,
  { tool, field, input }: PathArgument,
  { name, path, number, codes }: { name: string; path: string; number: number; codes: readonly string[] },
): Attempt {
  return { label: `${tool} ${field}: ${name}`, tool, input: input(path, harmlessFile(arena, number)), codes }
}

/** A path below a base that fits what the tool needs there. */
function below(base: string, { need }: PathArgument, number: number): string {
  const names = { file: 'secret.txt', folder: 'sub', free: `new-${number}/leaf.txt` }
  return `${base}/${names[need]}`
}
