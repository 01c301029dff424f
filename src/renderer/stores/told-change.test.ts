import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Change } from '../../shared/contract/changes'
import { chooseLanguage } from '../text/language'
import { toldOf } from './told-change'

type Field = { name: string; before: string | null; after: string | null }

// Only what is looked at.
const change = (...fields: Field[]) =>
  ({
    tool: 'update_task',
    summary: 'Change the task “Get photos”: status.',
    preview: { changes: [{ kind: 'fields', label: 'Get "photos"', fields }] },
  }) as unknown as Change
const status = { name: 'status', before: 'open', after: 'done' }

beforeEach(() => void vi.stubGlobal('document', { documentElement: {} }))
afterEach(() => {
  chooseLanguage('en')
  vi.unstubAllGlobals()
})

it('tells of a task that was ticked how it stands, in both languages', () => {
  expect(toldOf(change(status))).toBe('“Get "photos"” is done.')
  expect(toldOf(change({ ...status, after: 'open' }))).toBe('“Get "photos"” is open again.')
  chooseLanguage('de')
  expect(toldOf(change(status))).toBe('„Get "photos"“ ist erledigt.')
})

it('tells of everything else what was asked for', () => {
  const both = change(status, { name: 'due', before: null, after: '2026-05-04' })
  expect(toldOf(both)).toBe('Done: Change the task “Get photos”: status.')
  expect(toldOf(change({ ...status, after: 'of another version' }))).toMatch(/^Done: /)
})
