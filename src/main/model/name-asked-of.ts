import { askingPart } from './asking-part'

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
  return fileName.exec(askingPart(question))?.[1] ?? null
}

/** What a question says that it is asked of; null where it says nothing of that. */
export function nameAskedOf(question: string): string | null {
  const asking = askingPart(question.trim())
  const named = asked.map((each) => each.exec(asking)?.groups?.name).find(Boolean)
  return fileNameIn(question) ?? named ?? null
}
