import type { Passage } from '../../../shared/contract/passages'
import { nameAskedOf } from '../name-asked-of'
import type { ModelBlock } from '../port'
import { contentWords } from '../question-words'

/** What a search told of the files of what it found. */
export type FoundFiles = readonly Pick<Extract<ModelBlock, { type: 'tool_result' }>, 'files'>[]

/** Documents that have all of the words in their title, or in the name of their file, with the words of that; best first. */
export function documentsCalled(
  name: readonly string[],
  found: readonly Passage[],
  results: FoundFiles,
): readonly { readonly document_id: string; readonly words: readonly string[] }[] {
  const files = new Map(
    results.flatMap((result) => (result.files ?? []).map((file) => [file.document_id, file.name] as const)),
  )
  return found
    .flatMap(({ document_id, title }) => [
      { document_id, words: contentWords(title) },
      { document_id, words: contentWords(withoutEnding(files.get(document_id) ?? '')) },
    ])
    .filter((each) => name.length > 0 && name.every((word) => each.words.includes(word)))
}

/** Of passages those of the document that a question says it is asked of; all of them where it names none of theirs. */
export function ofNamedDocument(
  question: string,
  passages: readonly Passage[],
  results: FoundFiles,
): readonly Passage[] {
  const name = nameAskedOf(question)
  if (name === null) return passages
  const called = new Set(
    documentsCalled(contentWords(name), passages, results).map(({ document_id }) => document_id),
  )
  return called.size === 0 ? passages : passages.filter(({ document_id }) => called.has(document_id))
}

function withoutEnding(file: string): string {
  return file.replace(/\.[^.]*$/u, '')
}
