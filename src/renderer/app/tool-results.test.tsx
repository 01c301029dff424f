import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { toolModules } from '../gallery/tool-modules'
import { sampleCall } from '../gallery/tool-samples'
import { chooseLanguage } from '../text/language'
import { GenericValue } from '../ui/generic-value'
import { KeyValues } from '../ui/key-values'

vi.mock('../stores/system', () => ({ useSystem: () => undefined }))

let toolView: typeof import('./tool-views').toolView
beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  toolView = (await import('./tool-views')).toolView
})
afterEach(() => chooseLanguage('en'))
afterAll(() => vi.unstubAllGlobals())

const shown = (name: string, state: unknown, input: unknown = {}) =>
  renderToStaticMarkup(toolView(name).result({ input, state }))
const line = (name: string, state: unknown, input: unknown = {}) =>
  toolView(name).line({ input, state, done: true })

/** What a tool of the catalog may have answered, but for what is said. */
const answered = (name: string, other: object) => {
  const tool = toolModules.flatMap(({ tools }) => tools).find((each) => each.name === name)
  if (tool === undefined) throw new Error(`There is no ${name}.`)
  const { state } = sampleCall(tool)
  return { ...(state as object), ...other }
}
const counts = { characters: 1, words: 1, lines: 1, bytes: 1 }
const upper = answered('transform_text', { operation: 'upper_case', counts })
const time = answered('get_current_time', { date: '2026-03-02', weekday: 'Monday' })
const read = answered('read_file', { start_line: 1, end_line: 0, total_lines: 0 })
Reflect.deleteProperty(read, 'picture')
const documents = { documents: [], total: 1200, cursor: null }

describe('what a tool answered', () => {
  it('counts one as one', () => {
    expect(line('transform_text', upper)).toBe('Transformed text: upper case, 1 character')
    expect(shown('read_file', { ...read, end_line: 1, total_lines: 1 })).toContain('Line 1 of 1')
  })

  it('has no lines “1 to 0” of a file that is empty', () => {
    expect(shown('read_file', read)).toContain('None: the file is empty')
    expect(shown('read_file', read)).not.toContain('Lines 1')
  })

  it('writes large numbers as the language does', () => {
    chooseLanguage('de')
    expect(line('list_documents', documents)).toBe('0 von 1.200 Dokumenten aufgelistet')
  })

  it('says the day of the week in the language in use', () => {
    expect(shown('get_current_time', time)).toContain('Monday')
    chooseLanguage('de')
    expect(shown('get_current_time', time)).toContain('Montag')
    expect(shown('get_current_time', time)).not.toContain('Monday')
  })

  it('never ends in half an emoji', () => {
    const command = [`${'a'.repeat(59)}😀😀`]
    const said = line('run_command', answered('run_command', { command, status: 'exited' }))
    expect(said).toContain('aaa')
    expect(said.isWellFormed()).toBe(true)
  })

  it('tells what could not be read of a document in the language in use', () => {
    const said = { code: 'extraction.not_json', values: {} }
    const warnings = [{ text: 'The file is not valid JSON and was taken as text.', said, places: [] }]
    chooseLanguage('de')
    const html = shown('get_document_status', answered('get_document_status', { warnings }))
    expect(html).toContain('JSON')
    expect(html).not.toContain('The file')
  })

  it('shows what hides in the names of fields', () => {
    const hidden = 'na\u202eme'
    const html = renderToStaticMarkup(
      <>
        <KeyValues items={[{ label: hidden, value: 'x' }]} />
        <GenericValue value={{ [hidden]: [{ other: 1 }] }} />
      </>,
    )
    expect(html).not.toContain('\u202e<')
    expect(html.match(/ui-hidden/gu)?.length).toBe(2)
  })
})
