import { wishedSum } from './wished-sum'

/** A call of a tool that only looks. */
export interface Look {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** What can be listed, by the words for several of it, English and German, with the tools that list it and look for words in it. */
const things: readonly { readonly words: string; readonly list: string; readonly search?: string }[] = [
  {
    words: 'documents library dokumente dokumenten bibliothek',
    list: 'list_documents',
  },
  { words: 'collections sammlungen', list: 'list_collections' },
  {
    words: 'tasks todos aufgaben',
    list: 'list_tasks',
    search: 'search_tasks',
  },
  { words: 'notes notizen', list: 'list_notes', search: 'search_notes' },
  {
    words: 'contacts kontakte kontakten',
    list: 'list_contacts',
    search: 'search_contacts',
  },
]
const byWord = new Map(
  things.flatMap((thing) => thing.words.split(' ').map((word) => [word, thing] as const)),
)

/** The tools that list, and the one that works out sums. */
export const lookingTools: readonly string[] = [...things.map(({ list }) => list), 'calculate']

/** What asks to be shown what there is. */
const asking = wordSet(`list show display see view have zeig zeige liste habe hab`)
/** Says whose it is: the documents of a question about documents are somebody else's. */
const own = wordSet(`my mine meine meinen meiner`)
/** What may stand beside them; anything else makes it a question about the words. */
const beside = wordSet(
  `i me mir ich what which are is s in all the of please can you do does there how many any got bitte alle welche was wie viele sind ist in der
  den die das auf an es gibt kannst du`,
)
/** States of tasks that are asked for by a word. */
const states: readonly (readonly [words: ReadonlySet<string>, status: readonly string[]])[] = [
  [wordSet('open unfinished pending offen offene offenen'), ['open', 'in_progress']],
  [wordSet('done finished completed erledigt erledigte erledigten'), ['done']],
]

/** Questions for the time and the day that can’t be meant of a document. */
const timeQuestions: readonly RegExp[] = [
  /^what (?:time|day|date) is it(?: now| today| right now)?$/u,
  /^what(?:['’]s| is) (?:the (?:current )?time(?: now)?|the current date|today(?:['’]s date)?|the date today)$/u,
  /^what (?:day|date) is today$/u,
  /^(?:wie spät|wie ?viel uhr) (?:ist es|haben wir)(?: jetzt| gerade)?$/u,
  /^(?:welche[rn] (?:wochen)?tag|welches datum|(?:der|den) wievielten?) (?:ist|haben wir) heute$/u,
]

/** Words to look for in what one has: “search my notes for milk”, “suche in meinen Notizen nach Milch”. */
const searchIn =
  /^(?:please |bitte )?(?:search|look|find|durchsuche|such|suche)(?: (?:in|through|durch))? (?:all )?(?:my|the|meinen?|den|die|alle) (\p{L}+) (?:for|about|with|nach|zu|mit) (.+)$/iu
const searchFor =
  /^(?:please |bitte )?(?:search for|look for|find|search|suche nach|such nach|finde|suche) (?!out(?!\p{L})|heraus(?!\p{L}))(.+?) in (?:my|meinen) (\p{L}+)[\s?.!]*$/iu

/** The longest words that are looked at: what is longer is no such request. */
const longest = 300

/**
 * What words ask to be shown that is no question of what documents say: one's own lists, the time, a sum. All of these
 * tools only read. Null where words ask for anything else.
 */
export function wishedLook(words: string, language: 'en' | 'de'): Look | null {
  const text = words.trim()
  if (text.length > longest) return null
  return timeAsked(text) ?? sumAsked(text, language) ?? searchAsked(text) ?? listAsked(text)
}

/** Whether words ask for such a thing, in whichever language numbers are written. */
export function isLook(words: string): boolean {
  return wishedLook(words, 'en') !== null || wishedLook(words, 'de') !== null
}

function timeAsked(text: string): Look | null {
  const question = text
    .toLowerCase()
    .replace(/[\s?.!]+$/u, '')
    .replace(/\s+/gu, ' ')
  return timeQuestions.some((each) => each.test(question)) ? { name: 'get_current_time', input: {} } : null
}

function sumAsked(text: string, language: 'en' | 'de'): Look | null {
  const expression = wishedSum(text, language)
  return expression === null ? null : { name: 'calculate', input: { expression } }
}

function searchAsked(text: string): Look | null {
  const [, where = '', query = ''] = searchIn.exec(text) ?? []
  const [, other = '', place = ''] = searchFor.exec(text) ?? []
  const name = byWord.get((where || place).toLowerCase())?.search
  const wanted = (query || other).replace(/[\s?.!]+$/u, '')
  return name === undefined || wanted === '' ? null : { name, input: { query: wanted } }
}

function listAsked(text: string): Look | null {
  const said =
    text
      .toLowerCase()
      .replace(/to-do/gu, 'todo')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const named = said.flatMap((word) => byWord.get(word) ?? [])
  const [thing] = named
  if (thing === undefined || named.some((other) => other !== thing)) return null
  const state = states.find(([stateWords]) => said.some((word) => stateWords.has(word)))
  const isKnown = (word: string) =>
    [asking, own, beside].some((set) => set.has(word)) || byWord.has(word) || state?.[0].has(word) === true
  if (!said.every(isKnown) || !said.some((word) => asking.has(word) || own.has(word))) return null
  if (state === undefined) return { name: thing.list, input: {} }
  return thing.list === 'list_tasks' ? { name: thing.list, input: { status: state[1] } } : null
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/u))
}
