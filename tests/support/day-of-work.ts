import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateText } from '../bench/generated-text'
import { everyFormat, writeInFormat } from './every-format'
import {
  answer,
  type CheckedRequest,
  type FakeMessagesApi,
  type Turn,
  text,
  toolResultsOf,
  toolUse,
} from './fake-messages-api'
import type { ModelCall } from './model-desk'

// What a person works with through a long day, and a model that does as it is told.

/** A document, and the words that stand in it alone. */
export interface Paper {
  readonly path: string
  readonly title: string
  readonly fact: string
  /** Words of the fact, as a person asks. */
  readonly words: string
}

const things = [
  'copper kettle',
  'brass lantern',
  'marble basin',
  'oak tiller',
  'iron anchor',
  'silver whistle',
  'leather log',
  'glass float',
]
const places = ['Brill', 'Osprey Ledge', 'Marrow Point', 'Quillon Reach', 'Sandray']

/** Writes forty documents, two of each format; the first twenty are of twenty formats. */
export function writePapers(folder: string): readonly Paper[] {
  const texts = generateText(7)
  return places.flatMap((place, at) =>
    things.map((thing, index): Paper => {
      const number = at * things.length + index
      const title = `Paper ${String(number + 1).padStart(2, '0')}`
      const path = join(folder, `${title}.${everyFormat[number % everyFormat.length]}`)
      const fact = `The ${thing} of ${place} weighs ${number + 11} pounds.`
      const around = () => texts.document(3).text
      writeInFormat(path, title, `${around()}\n${fact}\n${around()}`)
      return { path, title, fact, words: `${thing} ${place}` }
    }),
  )
}

/** A line that a test changes stands among lines that stay: an edit of half of a file asks more strictly. */
const around = 'The keeper looked out and wrote nothing down.\n'

/** The names of the ten folders. */
export const folderNames = [
  'accounts',
  'boats',
  'crew',
  'dredging',
  'events',
  'fees',
  'guests',
  'hire',
  'ice',
  'jetty',
] as const
type FolderName = (typeof folderNames)[number]

/** Where a file of one of the folders lies; each has the name of its folder in its own. */
export function fileOf(folders: string, name: FolderName, file: string): string {
  return join(folders, name, `${name}-${file}`)
}

/** Writes ten folders, each with notes, a list of which parts can be changed, and a log that takes a model's room. */
export function writeFolders(folders: string): void {
  for (const name of folderNames) {
    mkdirSync(join(folders, name))
    const put = (file: string, words: string) => writeFileSync(fileOf(folders, name, file), words)
    put('notes.md', `# ${name}\n\nAs it was.\n${around.repeat(12)}`)
    put('list.md', `First of all\n${around.repeat(12)}Last of all\n${around.repeat(12)}`)
    const hours = Array.from(
      { length: 150 },
      (_, hour) => `Hour ${hour} at the ${name}: nothing to report, wind from the west.\n`,
    )
    put('log.txt', hours.join(''))
  }
}

/** What the model does next, seeing what it is sent; `first` is done before it, with what that led to in sight. */
export type Step = (request: CheckedRequest) => Turn | { readonly first: Turn }

/** A model that takes one step after another, and sums up the conversation whenever it is asked to. */
export interface ObedientModel {
  readonly does: (...steps: readonly Step[]) => void
  /** How often it summed up. */
  readonly summaries: () => number
  /** Steps that nobody has asked for yet. */
  readonly left: () => number
}

/** Lets the fake server answer by steps. */
export function obedientModel(api: FakeMessagesApi, summary: string): ObedientModel {
  const steps: Step[] = []
  let summaries = 0
  api.respond((request) => {
    if (JSON.stringify(request.system ?? '').includes('You sum up a conversation')) {
      summaries++
      return answer([text(summary)])
    }
    const step = steps.shift()
    if (step === undefined) return answer([text('Nobody told me what to say.')])
    const turn = step(request)
    if (!('first' in turn)) return turn
    steps.unshift(step)
    return turn.first
  })
  return { does: (...more) => void steps.push(...more), summaries: () => summaries, left: () => steps.length }
}

/** Says something. */
export function says(words: string): Step {
  return () => answer([text(words)])
}

/** Calls tools; loads them before where they are only listed, as they are where a model's room is small. */
export function calls(...all: readonly ModelCall[]): Step {
  return ({ tools = [] }) => {
    const names = all.map(([tool]) => tool).filter((tool) => !tools.some(({ name }) => name === tool))
    if (names.length > 0) return { first: answer([toolUse('load_tools', { names })]) }
    return answer(all.map(([tool, input]) => toolUse(tool, input)))
  }
}

/** Quotes words as the search that was just made gave them, with the mark of the passage in which they stand. */
export function quotes(words: string): Step {
  return (request) => {
    const given = JSON.stringify(toolResultsOf(request))
    const heads = [...given.slice(0, given.indexOf(words)).matchAll(/\[\d+\] (.+?)(?: \([^()]*\))?:\\n/gu)]
    const place = heads.at(-1)?.[1] ?? `nowhere in: ${given.slice(0, 300)}`
    return answer([text(`“${words}” [${place}]`)])
  }
}

/** Reads a document that was listed before. */
export function readsPaper(title: string): Step {
  return (request) => {
    const id = new RegExp(`${title} \\(([\\w-]+)\\)`, 'u').exec(JSON.stringify(request.messages))?.[1]
    return calls(['read_document', { doc_id: id }])(request)
  }
}

/** What the model makes of a log: too long to be kept for a day beside all the others. */
export function reportOn(name: string): string {
  const hours = Array.from({ length: 150 }, (_, hour) => `- Hour ${hour} at the ${name} was quiet.`)
  return `Read all of it:\n\n${hours.join('\n')}\n\nNothing to report at the ${name}.`
}
