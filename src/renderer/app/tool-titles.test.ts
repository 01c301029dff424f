import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ToolModule } from '../../shared/tool/define'
import { loopModule } from '../../shared/tool/load-tools'
import type { EnglishOf, TitlesOf } from '../../shared/tool/titles'

const modules = import.meta.glob<ToolModule>('../../tools/*/module.ts', { eager: true, import: 'default' })
const german = import.meta.glob<TitlesOf<ToolModule>>('../../tools/*/titles.ts', {
  eager: true,
  import: 'german',
})

const tools = Object.values(modules).flatMap((module) => module.tools)
const english = [...Object.values(modules), loopModule].flatMap(({ tools }) =>
  tools.map(({ title }) => title),
)
const inGerman = Object.values(german).flatMap(({ tools }) => Object.values(tools))

/** What tools do; a new one may need another verb. */
const verbs =
  /^(?:Add|Append|Bring|Calculate|Comment|Copy|Create|Delete|Edit|Fetch|Find|Import|Index|Link|List|Load|Look|Merge|Move|Overwrite|Read|Remove|Run|Search|Stop|Summarize|Transform|Update)\b/

/** Words that English sentences can hardly do without and German ones don't have. */
const englishWords = /\b(?:the|of|is|are|not|with|could|this|that|to|it|and|nothing)\b/iu

/** What a schema says of its fields, at any depth; not what it says of itself. */
function descriptionsIn(schema: unknown, isWhole = true): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, value]: [string, unknown]) =>
    name === 'description' && typeof value === 'string'
      ? isWhole
        ? []
        : [value]
      : descriptionsIn(value, false),
  )
}

describe('what people read of tools in German', () => {
  const abouts = new Map(Object.values(german).flatMap(({ about }) => Object.entries<string>(about)))
  const shown = new Map(tools.map(({ name }) => [name, abouts.get(name) ?? '']))

  it('is there of every tool: a few whole sentences', () => {
    expect(shown.size).toBeGreaterThan(35)
    expect([...shown].filter(([, about]) => about.length < 20 || about.length > 400)).toEqual([])
    expect([...shown].filter(([, about]) => !/[.!]$/.test(about))).toEqual([])
    // What is written in another language, as in an expression, stands after “zum Beispiel”.
    const inWords = [...shown].map(
      ([name, about]) => [name, about.replace(/zum Beispiel [^.]*/g, '')] as const,
    )
    expect(inWords.filter(([, about]) => englishWords.test(about))).toEqual([])
  })

  it('is there of all that schemas say of fields, and of nothing else', () => {
    for (const [path, module] of Object.entries(modules)) {
      const said = new Set(
        module.tools.flatMap(({ input }) => descriptionsIn(z.toJSONSchema(input, { io: 'input' }))),
      )
      const fields = german[path.replace('module.ts', 'titles.ts')]?.fields
      expect(Object.keys(fields ?? {}).sort(), module.id).toEqual([...said].sort())
      const inWords = Object.values(fields ?? {}).map((words) => words.replace(/„[^“]*“/gu, ''))
      expect(inWords.filter((words) => englishWords.test(words))).toEqual([])
    }
  })

  it('is another text than what models are told, which stays as it is', () => {
    for (const { name, description } of tools) {
      expect(shown.get(name)).not.toBe(description)
      expect(englishWords.test(description) || /^[A-Z][a-z]+ /.test(description), name).toBe(true)
    }
  })
})

describe('the titles of tools', () => {
  it('say in one form what a tool does: a verb, and what it is about', () => {
    expect(english.length).toBeGreaterThan(35)
    expect(english.filter((title) => !verbs.test(title))).toEqual([])
    expect(inGerman.filter((title) => !/[a-zäöü](?:en|ern|eln)$/u.test(title))).toEqual([])
    expect(inGerman.length).toBeGreaterThan(35)
  })

  it('name one thing with its article', () => {
    const bare = /^(?:Create|Read|Delete|Update|Add|Edit|Run|Stop|Summarize|Search) [a-z]+$/
    expect(english.filter((title) => bare.test(title) && !title.endsWith('s'))).toEqual([])
  })
})

describe('what people read of tools in English', () => {
  const english = import.meta.glob<EnglishOf<ToolModule>>('../../tools/*/titles.ts', {
    eager: true,
    import: 'english',
  })
  /** What only whoever calls tools over and over can know. */
  const forModels = /\b(?:answers? (?:the|numbered)|chunks?|_id|call|alias|[a-z]+_[a-z]+)\b/u

  it('is there of every tool, a few whole sentences, without the names of others', () => {
    const abouts = Object.values(english).flatMap(({ about }) => Object.entries<string>(about))
    expect(abouts.map(([name]) => name).toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
    expect(abouts.filter(([, about]) => about.length < 10 || about.length > 400)).toEqual([])
    expect(abouts.filter(([, about]) => !/[.!]$/.test(about) || forModels.test(about))).toEqual([])
  })

  it('says of no field what only whoever calls tools can use', () => {
    const names = tools.map(({ name }) => name)
    for (const [path, module] of Object.entries(modules)) {
      const said = new Set(
        module.tools.flatMap(({ input }) => descriptionsIn(z.toJSONSchema(input, { io: 'input' }))),
      )
      const fields = english[path.replace('module.ts', 'titles.ts')]?.fields ?? {}
      expect(Object.keys(fields).filter((words) => !said.has(words))).toEqual([])
      const inGerman = Object.values(german[path.replace('module.ts', 'titles.ts')]?.fields ?? {})
      const read = [...[...said].map((words) => fields[words] ?? words), ...inGerman]
      const ofCalls = (words: string) =>
        names.some((name) => words.includes(name)) || /_id\b|answer before|Antwort davor/u.test(words)
      expect(read.filter(ofCalls)).toEqual([])
    }
  })
})
