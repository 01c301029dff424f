import type { Passage } from '../../../shared/contract/passages'
import type { ModelBlock } from '../port'
import { contentWords } from '../question-words'

/** What a search told of the files of what it found. */
export type FoundFiles = readonly Pick<Extract<ModelBlock, { type: 'tool_result' }>, 'files'>[]

/** A name of a file, without what tells its format. */
const fileName = /([\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}_ -]*)\.\p{L}[\p{L}\p{N}]{0,4}(?![\p{L}\p{N}])/u
/** What a document is asked of by what it says, English and German, with its name. */
const asked = [
  /^what (?:does|do|did) (?<name>.+?) (?:say|tell|state|mention|contain|write)(?!\p{L})/iu,
  /(?<!\p{L})according to (?<name>.+?)(?:[,?]|$)/iu,
  /^was (?:steht|sagt|sagen|stand|schreibt) (?:(?:in|im|auf) )?(?<name>.+?)(?= (?:über|zu[mr]?|von|bezüglich)(?!\p{L})|[?.]|$)/iu,
  /(?<!\p{L})gemäß (?<name>.+?)(?:[,?]|$)/iu,
  // Elsewhere, and before a verb, it is how loud something is.
  /(?:^|,\s*)laut (?!(?:ist|sind|war|waren|wird|werden|darf|dürfen|kann|können|muss|müssen|soll|sollen)(?!\p{L}))(?<name>.+?)(?:[,?]|$)/iu,
  // Within a sentence the name is the noun behind it; behind words of degree and of time it is how loud something is.
  /(?<!(?:[Ww]ie|[Zz]u|[Ss]ehr|[Ss]o|nicht|nichts|und|keine|abends|nachts|mittags|morgens) )(?<!\p{L})laut (?:(?:de[mrn]|(?:[Mm]ein|[Dd]ein|[Uu]nser|[Ii]hr)e[mr]) )?(?:§ \d+ )?(?<name>\p{Lu}[\p{L}\p{N}-]*)/u,
]

/** The name of a file in a question, without its ending; null where there is none. */
export function fileNameIn(question: string): string | null {
  return fileName.exec(question)?.[1] ?? null
}

/** What a question says that it is asked of; null where it says nothing of that. */
export function nameAskedOf(question: string): string | null {
  const named = asked.map((each) => each.exec(question.trim())?.groups?.name).find(Boolean)
  return fileNameIn(question) ?? named ?? null
}

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
