import type { Note } from '../../../shared/contract/notes'
import { AppError, type ErrorCode } from '../../../shared/errors'
import type { Sentence } from '../../../shared/sentences/sentence'
import type { Answer, ToolContext } from '../../../shared/tool/runtime'

/** Names of what was read from outside that a note keeps: more than a card names, and few enough to be kept with each. */
const keptNames = 50

type Written = Pick<Note, 'outside'>

/** Where what is told of notes comes from: their own writers, or what a run that wrote one had read from outside. */
export function whence(notes: readonly Written[]): Pick<Answer<never>, 'origin' | 'sources'> {
  const sources = sourcesOf(notes)
  return sources.length === 0 ? { origin: 'own' } : { origin: 'outside', sources }
}

/** The same by names alone, for what is of the module's origin anyway. */
export function sourcesOf(notes: readonly Written[]): string[] {
  return [...new Set(notes.flatMap(({ outside }) => outside))]
}

/** An error that names notes: it tells what they tell. */
export function noteError(
  code: ErrorCode,
  message: Sentence,
  notes: readonly Written[],
  field?: string,
): AppError {
  return new AppError(code, message, { sources: sourcesOf(notes), ...(field === undefined ? {} : { field }) })
}

/** What a note keeps once this call wrote it: a person's own hand adds nothing, and nothing is ever taken away. */
export function outsideWith(before: readonly string[], { outside }: Pick<ToolContext, 'outside'>): string[] {
  return [...new Set([...before, ...(outside?.() ?? [])])].slice(0, keptNames)
}
