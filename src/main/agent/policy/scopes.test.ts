import { describe, expect, it } from 'vitest'
import { assistant } from '../../../../tests/support/gate/bench'
import type { GrantScope } from '../../../shared/contract/standing-grants'
import type { Preview, Target } from '../../../shared/tool/preview'
import { covers, reachOf, rememberOptions, type Subject } from './scopes'

const file = (reference: string, more: Partial<Target> = {}): Target => ({
  kind: 'file',
  label: reference.split('/').at(-1) ?? reference,
  reference,
  ...more,
})

const preview = (targets: Target[], more: Partial<Preview> = {}): Preview => ({
  summary: '',
  targets,
  changes: [],
  lost: [],
  recovery: 'undo',
  warnings: [],
  ...more,
})

const call = (targets: Target[], more: Partial<Subject> = {}): Subject => ({
  class: 'safe_update',
  preview: preview(targets),
  inputHash: 'hash',
  actor: assistant,
  runId: 'run',
  conversationId: 'conversation',
  ...more,
})

const scopesOf = (of: Subject) => rememberOptions(of).map(({ scope }) => scope)
const covered = (scope: GrantScope, made: Subject, later: Subject) => covers(reachOf(scope, made), later)

describe('what may be remembered', () => {
  it('offers the narrowest scope first', () => {
    expect(scopesOf(call([file('/g/docs/a.md')]))).toEqual(['target', 'container', 'run', 'conversation'])
    expect(scopesOf(call([file('/g/docs/a.md')], { runId: null, conversationId: null }))).toEqual([
      'target',
      'container',
    ])
  })

  it('never offers anything for a removal', () => {
    expect(scopesOf(call([file('/g/a')], { class: 'destructive_delete' }))).toEqual([])
  })

  it('offers the exact target in this run alone for what overwrites', () => {
    expect(rememberOptions(call([file('/g/a.md')], { class: 'destructive_update' }))).toEqual([
      {
        scope: 'target',
        label: 'only “a.md”, in this run',
        said: { code: 'approval.target', values: { label: 'a.md', more: 0, exactly: false, run: true } },
      },
    ])
    expect(scopesOf(call([file('/g/a')], { class: 'destructive_update', runId: null }))).toEqual([])
  })

  it('offers only the exact call for what can’t be taken back', () => {
    const once = call([file('/g/a')], { preview: preview([file('/g/a')], { recovery: 'none' }) })
    expect(scopesOf(once)).toEqual(['target'])
    expect(covered('target', once, once)).toBe(true)
    expect(covered('target', once, { ...once, inputHash: 'another' })).toBe(false)
  })

  it('offers a folder only where everything is in it', () => {
    expect(scopesOf(call([file('/g/docs/a'), file('/g/other/b')]))).not.toContain('container')
    expect(scopesOf(call([file('/g/docs/a', { to: '/g/other/a' })]))).not.toContain('container')
    expect(scopesOf(call([file('/a')]))).not.toContain('container')
    expect(scopesOf(call([{ kind: 'record', label: 'a', reference: 'a' }]))).not.toContain('container')
    const onTheWay: Target = { kind: 'folder', label: 'new', reference: '/g/new', detail: 'new folder' }
    expect(rememberOptions(call([file('/g/new/sub/a.md'), onTheWay]))[1]).toEqual({
      scope: 'container',
      label: 'the folder “/g/new/sub” and what is in it',
      said: { code: 'approval.folder', values: { path: '/g/new/sub' } },
    })
  })
})

describe('what a grant covers', () => {
  const made = call([file('/g/docs/a.md')])

  it('is the exact target and no sibling', () => {
    expect(covered('target', made, made)).toBe(true)
    for (const other of ['/g/docs/a.md.bak', '/g/docs/b.md', '/g/docs/A.md', '/g/docs']) {
      expect(covered('target', made, call([file(other)]))).toBe(false)
    }
    expect(covered('target', made, call([file('/g/docs/a.md'), file('/g/docs/b.md')]))).toBe(false)
    expect(covered('target', made, call([]))).toBe(false)
    expect(covered('target', made, call([file('/g/docs/a.md', { kind: 'folder' })]))).toBe(false)
    expect(covered('target', made, call([file('/g/docs/a.md', { to: '/g/elsewhere/a.md' })]))).toBe(false)
  })

  it.each(['/g/docs-evil/a.md', '/g/docs\\evil', '/g/docs/../secret', '/g/doc', '/g/DOCS/a.md', 'docs/a.md'])(
    'is the folder and what is in it, not %s',
    (path) => {
      expect(covered('container', made, call([file('/g/docs/sub/b.md')]))).toBe(true)
      expect(covered('container', made, call([file(path)]))).toBe(false)
      expect(covered('container', made, call([file('/g/docs/b.md'), file(path)]))).toBe(false)
      expect(covered('container', made, call([file('/g/docs/b.md', { to: path })]))).toBe(false)
    },
  )

  it('is the collection by its id', () => {
    const inCollection = (id: string) =>
      call([{ kind: 'document', label: 'a', reference: '/g/docs/a.pdf' }], {
        preview: preview([{ kind: 'document', label: 'a', reference: '/g/docs/a.pdf' }], {
          container: { kind: 'collection', label: 'Papers', reference: id },
        }),
      })
    expect(covered('container', inCollection('one'), inCollection('one'))).toBe(true)
    expect(covered('container', inCollection('one'), inCollection('two'))).toBe(false)
    expect(covered('container', inCollection('one'), call([file('/g/docs/a.pdf')]))).toBe(false)
    expect(covered('container', made, inCollection('one'))).toBe(false)
  })

  it('is this run, or this conversation, and no other', () => {
    const anything = [file('/h/b')]
    expect(covered('run', made, call(anything))).toBe(true)
    expect(covered('run', made, call(anything, { runId: 'other' }))).toBe(false)
    expect(covered('run', made, call(anything, { runId: null }))).toBe(false)
    expect(covered('conversation', made, call(anything, { runId: 'other' }))).toBe(true)
    expect(covered('conversation', made, call(anything, { conversationId: 'other' }))).toBe(false)
    expect(covered('conversation', made, call(anything, { conversationId: null }))).toBe(false)
  })

  it('is never a class above the one that was approved', () => {
    for (const scope of ['target', 'container', 'run', 'conversation'] as const) {
      expect(covered(scope, made, { ...made, class: 'destructive_update' })).toBe(false)
      expect(covered(scope, made, { ...made, class: 'destructive_delete' })).toBe(false)
      const removal = { ...made, class: 'destructive_delete' as const }
      expect(covered(scope, removal, removal)).toBe(false)
    }
  })

  it('is for what overwrites the same target in the same run', () => {
    const overwrite = call([file('/g/a')], { class: 'destructive_update' })
    expect(covered('target', overwrite, overwrite)).toBe(true)
    expect(covered('target', overwrite, { ...overwrite, runId: 'other' })).toBe(false)
    expect(covered('target', { ...overwrite, runId: null }, overwrite)).toBe(false)
    expect(covered('run', overwrite, overwrite)).toBe(false)
    expect(covered('conversation', overwrite, overwrite)).toBe(false)
  })
})
