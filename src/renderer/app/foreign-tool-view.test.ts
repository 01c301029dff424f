import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ToolInfo } from '../../shared/contract/tools'
import type { ForeignState } from '../../shared/tool/foreign-state'
import { chooseLanguage, type Language } from '../text/language'
import { foreignToolView } from './foreign-tool-view'

beforeAll(() => void vi.stubGlobal('document', { documentElement: {} }))
afterAll(() => vi.unstubAllGlobals())

const state: ForeignState = {
  server: 'api.example.org',
  tool: 'Weather in a city',
  text: '',
  left_out: 0,
  structured: null,
  pictures: 0,
  links: [],
  not_taken: [],
}

function saidOf(
  name: string,
  language: Language,
  known?: Pick<ToolInfo, 'title' | 'module' | 'moduleTitle'>,
) {
  chooseLanguage(language)
  const view = foreignToolView(name, () => known)
  const input = {}
  return {
    running: view?.line({ input, state: undefined, done: false }),
    did: view?.line({ input, state: undefined, done: true }),
    answered: view?.line({ input, state, done: true }),
    approve: view?.approve?.(),
  }
}

describe('a tool that comes from elsewhere', () => {
  it('is said to be asked at its host where it asks an address', () => {
    expect(saidOf('http_weather_in_a_city', 'en')).toEqual({
      running: 'Asking over HTTP: weather in a city',
      did: 'Asked over HTTP: weather in a city',
      answered: 'Asked api.example.org: Weather in a city',
      approve: 'Send',
    })
    expect(saidOf('http_weather_in_a_city', 'de')).toMatchObject({
      answered: 'api.example.org gefragt: Weather in a city',
      approve: 'Senden',
    })
  })

  it('is said to be called where another program has it', () => {
    expect(saidOf('mcp_tides_tide_of_day', 'en')).toMatchObject({
      running: 'Calling tides tide of day (MCP)',
      answered: 'Called Weather in a city of api.example.org',
      approve: 'Call',
    })
  })

  it('is called by its server’s name and its own as long as the catalog has it', () => {
    const known = { title: 'Tide of a day', module: 'mcp_tides', moduleTitle: 'Tides (MCP)' }
    expect(saidOf('mcp_tides_tide_of_day', 'en', known)).toMatchObject({
      running: 'Calling tide of day of Tides (MCP)',
      did: 'Called tide of day of Tides (MCP)',
    })
    expect(saidOf('mcp_tides_tide_of_day', 'de', known).running).toBe('Ruft tide of day von Tides (MCP) auf')
    const weather = { title: 'Weather in a city', module: 'http', moduleTitle: 'HTTP tools' }
    expect(saidOf('http_weather_in_a_city', 'en', weather).running).toBe(
      'Asking over HTTP: Weather in a city',
    )
  })

  it('shows what was answered, and nothing of what has another form', () => {
    const view = foreignToolView('http_weather')
    expect(view?.result({ input: {}, state })).not.toBeNull()
    expect(view?.result({ input: {}, state: { text: 'x' } })).toBeNull()
  })

  it('says that numbers of its data may be rounded, where they may', () => {
    chooseLanguage('en')
    const shown = (told: Partial<ForeignState>) =>
      renderToStaticMarkup(
        foreignToolView('mcp_tides_tide_of_day')?.result?.({
          input: {},
          state: { ...state, structured: '{"id": 12345678901234567000}', ...told },
        }),
      )
    expect(shown({ rounded: true })).toContain('may be rounded')
    expect(shown({})).not.toContain('rounded')
  })

  it('is none of the own ones', () => {
    expect(foreignToolView('read_page')).toBeNull()
    expect(foreignToolView('https')).toBeNull()
  })
})
