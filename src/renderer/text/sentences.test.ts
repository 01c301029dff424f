import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exampleOf } from '../../../tests/support/sentences/examples'
import { documentStatusSchema } from '../../shared/contract/document'
import { AppError, errorShapeSchema, fromErrorShape, toErrorShape } from '../../shared/errors'
import { documentStanding } from '../../shared/sentences/library'
import { type SentenceCode, say, sentences } from '../../shared/sentences/say'
import { type SaidByText, type Sentence, saidOf, saidSchema } from '../../shared/sentences/sentence'
import type { ToolModule } from '../../shared/tool/define'
import { fieldValueDe } from './field-names-de'
import { chooseLanguage } from './language'
import { inLanguage, messageInLanguage } from './sentences'
import { sentencesDe } from './sentences-de'
import { text } from './text'

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  chooseLanguage('de')
})
afterEach(() => {
  chooseLanguage('en')
  vi.unstubAllGlobals()
})

/** What a code and its values make, and what was stored of it. */
function sentenceOf(code: SentenceCode): Sentence & { readonly told: SaidByText } {
  // Each example fits its code, as its type says.
  const sentence = (say as (code: SentenceCode, values: unknown) => Sentence)(code, exampleOf(code))
  return { ...sentence, told: JSON.parse(JSON.stringify(saidOf([sentence]))) as SaidByText }
}

const toolNames = Object.values(
  import.meta.glob<ToolModule>('../../tools/*/module.ts', { eager: true, import: 'default' }),
).flatMap(({ tools }) => tools.map(({ name }) => name))

/** The numbers and names in a sentence, as both languages write them. */
const factsIn = (words: string) =>
  [...words.matchAll(/"[^"]*"|#\d+|\d+(?=\D|$)/g)].map(([fact]) => fact).sort()

describe('the sentences of the main process', () => {
  it.each(Object.keys(sentences) as SentenceCode[])('%s tells the same in German', (code) => {
    const { text, told } = sentenceOf(code)
    const german = inLanguage(text, told)
    expect(german).not.toBe(text)
    expect(german.trim()).not.toBe('')
    expect(german).not.toMatch(/undefined|NaN|\[object/)
    const plain = (words: string) => factsIn(words.replace(/(?<=\d)[.,](?=\d)/g, ''))
    expect(plain(german)).toEqual(plain(text))
  })

  it.each(Object.keys(sentences) as SentenceCode[])('%s names no tool: people read it', (code) => {
    const { text, told } = sentenceOf(code)
    for (const words of [text, inLanguage(text, told)])
      for (const tool of toolNames) expect(words).not.toMatch(new RegExp(`\\b${tool}\\b`, 'u'))
  })

  it('that tell an error end as sentences do, but for those that end in the words of others', () => {
    const ofOthers = ['model.server_failed', 'mcp.refused', 'mcp.failed', 'http.failed', 'disk.unusable']
    const aCommand = ['data.mark_damaged']
    const told = new Set(
      globSync('src/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(/new AppError\([^;]*?\bsay\(\s*'([a-z_.]+)'/gu)].map(
          ([, code]) => code,
        ),
      ),
    )
    const codes = (Object.keys(sentences) as SentenceCode[]).filter((code) => told.has(code))
    expect(codes.length).toBeGreaterThan(200)
    for (const code of codes) {
      if ([...ofOthers, ...aCommand].includes(code)) continue
      const { text, told } = sentenceOf(code)
      for (const words of [text, inLanguage(text, told)]) expect(words, code).toMatch(/[.?!]["”“)]?$/u)
    }
  })

  it('stay as they are in English, and where nothing is told of them', () => {
    const { text, told } = sentenceOf('gate.expired')
    expect(inLanguage('A reason that a person wrote.', told)).toBe('A reason that a person wrote.')
    expect(inLanguage(text)).toBe(text)
    chooseLanguage('en')
    expect(inLanguage(text, told)).toBe(text)
  })

  it('tell a day as people write it', () => {
    const { text, said } = say('files.in_trash', { date: '2026-05-04' })
    expect(text).toBe('in the trash since 4 May 2026')
    expect(inLanguage(text, { [text]: said })).toBe('im Papierkorb seit dem 4. Mai 2026')
    const history = { size: 2048, entries: 12, oldest: '2026-11-01', days: 30, limit: 4096 }
    const kept = say('health.history', history)
    expect(kept.text).toContain('the oldest of 1 November 2026;')
    expect(inLanguage(kept.text, { [kept.text]: kept.said })).toContain('der älteste vom 1. November 2026;')
  })

  it('name whence a run has read, each place in German', () => {
    const origins = ['outside', 'library', 'web', 'mcp_server']
    const { text, said } = say('gate.has_read', {
      scope: 'run',
      names: origins.map(() => '/x'),
      origins,
      more: 0,
    })
    expect(text).toBe(
      'This run has read “/x” from outside the granted folders, “/x” from the library, “/x” from the web and “/x” from an MCP server.',
    )
    expect(inLanguage(text, { [text]: said })).toBe(
      'Dieser Lauf hat gelesen: „/x“ von außerhalb der freigegebenen Ordner, „/x“ aus der Bibliothek, „/x“ aus dem Web und „/x“ von einem MCP-Server.',
    )
  })

  it('name what a run has read from one place together', () => {
    const read = {
      scope: 'conversation',
      names: ['a', '', 'b'],
      origins: ['library', 'library', 'web'],
      more: 2,
    } as const
    const { text, said } = say('gate.has_read', read)
    expect(text).toBe(
      'This conversation has read “a” and something from the library, “b” from the web and 2 more.',
    )
    expect(inLanguage(text, { [text]: said })).toBe(
      'Dieses Gespräch hat gelesen: „a“ und etwas aus der Bibliothek, „b“ aus dem Web und 2 weitere.',
    )
  })

  it('are said in each other', () => {
    const made = sentenceOf('files.create_folder')
    const undone = say('gate.undid', { summary: made.text })
    const redone = say('gate.did_again', { summary: undone.text })
    const told = { ...made.told, ...saidOf([undone, redone]) }
    expect(inLanguage(redone.text, told)).toBe(
      `Erneut getan: Rückgängig gemacht: ${inLanguage(made.text, made.told)}`,
    )
  })

  it('are known by their own codes alone', () => {
    for (const code of ['toString', '__proto__', 'gate.from_a_later_version'])
      expect(inLanguage('Words.', { 'Words.': { code, values: {} } })).toBe('Words.')
    expect(Object.keys(sentencesDe).sort()).toEqual(Object.keys(sentences).sort())
  })

  it('tell in one wording how a document stands, which previews tell too', () => {
    const standings = documentStatusSchema.options.map((status) => {
      const { text, said } = say('library.extent', { pages: 0, passages: 0, status })
      expect(documentStanding[status]).toBe(text)
      expect(inLanguage(text, { [text]: said })).toBe(fieldValueDe('status', text))
      return [text, inLanguage(text, { [text]: said })]
    })
    expect(standings).toEqual([
      ['waiting', 'wartet'],
      ['being read', 'wird gelesen'],
      ['ready', 'bereit'],
      ['failed', 'fehlgeschlagen'],
      ['cancelled', 'abgebrochen'],
    ])
    const detail = say('library.extent', { pages: 0, passages: 0, status: 'cancelled' })
    const deleted = say('library.delete', {
      ...{ title: 'Ebbe', collection: 'Gezeiten' },
      ...{ pages: 0, passages: 0, status: 'cancelled' },
    })
    expect(inLanguage(deleted.text, saidOf([deleted, detail]))).toMatch(/^„Ebbe“ \(abgebrochen\) aus/)
    const { text, said } = say('document.unread_status', { title: 'Ebbe', status: 'processing' })
    expect(text).toBe('“Ebbe” can’t be read yet: it is being read.')
    expect(inLanguage(text, { [text]: said })).toBe('„Ebbe“ lässt sich noch nicht lesen: es wird gelesen.')
  })

  it('are said in the values of others', () => {
    const why = say('document.empty')
    const { text, said } = say('document.unread', { title: 'Ebbe', why })
    expect(text).toBe(`“Ebbe” can’t be read yet: ${why.text}`)
    const stored = saidSchema.parse(JSON.parse(JSON.stringify(said)))
    expect(messageInLanguage(text, stored)).toBe(
      `„Ebbe“ lässt sich noch nicht lesen: ${messageInLanguage(why.text, why.said)}`,
    )
    expect(messageInLanguage(text, stored)).toMatch(/Diese Datei ist leer/)
  })

  it('say once that nothing was done, where a conflict is told', () => {
    const kept = /Nothing was (?:done|changed|moved|removed|brought)|Nichts wurde/g
    const codes = Object.keys(sentences).filter((code) => /^conflict\.|^proposal\.other_version/.test(code))
    for (const code of codes as SentenceCode[]) {
      const reason = sentenceOf(code)
      const told = say('proposal.conflicted', { number: 1, reason })
      for (const language of ['en', 'de'] as const) {
        chooseLanguage(language)
        const title = text().proposal.kept.conflict
        const spoken = inLanguage(reason.text, reason.told)
        for (const shown of [`${title} ${spoken}`, messageInLanguage(told.text, told.said)])
          expect.soft(shown.match(kept)?.length ?? 0, `${code}: ${shown}`).toBeLessThanOrEqual(1)
      }
    }
  })

  it('travel with an error and come back from it', () => {
    const sentence = say('grant.whole_disk', { path: '/' })
    const shape = errorShapeSchema.parse(
      JSON.parse(JSON.stringify(toErrorShape(new AppError('denied', sentence, { field: 'path' })))),
    )
    expect(fromErrorShape(shape)).toMatchObject({ code: 'denied', field: 'path', message: sentence.text })
    expect(toErrorShape(fromErrorShape(shape))).toEqual(shape)
  })

  it('tell what the system refuses', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    const { message, said } = toErrorShape(full)
    expect(message).toMatch(/^The disk is full\./)
    expect(messageInLanguage(message, said)).toMatch(/^Der Datenträger ist voll\./)
  })

  it('are what an error says', () => {
    const { text, said } = sentenceOf('gate.not_shown')
    expect(messageInLanguage(text, said)).toMatch(/^Das ist nicht, was gezeigt wurde/)
    expect(messageInLanguage('Something else', undefined)).toBe('Something else')
  })
})
