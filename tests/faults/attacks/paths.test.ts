import { mkdtempSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Arena, openArena, untouched } from './arena'
import { callerNamed, callers, inProcesses } from './callers'
import { otherTextFields, pathArguments, textFieldsOf } from './path-arguments'
import { expectRefused, pathAttempts, verdict } from './path-attempts'
import { harmlessFile, lastLinks, nextNumber } from './ways-out'

const limitMs = 60_000

let arena: Arena

beforeAll(async () => {
  arena = await openArena()
}, limitMs)
afterAll(() => arena.close())

it('knows every field of every tool that takes text: a new one must be said to be a path or not', async () => {
  const catalog = await arena.window.tools.catalog()
  const fields = catalog.flatMap(textFieldsOf).sort()
  const known = [...otherTextFields, ...pathArguments.map(({ tool, field }) => `${tool} ${field}`)].sort()
  expect(fields).toEqual(known)
})

// The whole table for one whom nobody looks at; the others take all of it in the slow tests.
const whole = 'an MCP client with --approve safe'

describe.each(Object.keys(callers))('%s', (name) => {
  it('gets out of the granted folder by no path, link or spelling', { timeout: limitMs }, async () => {
    const tried = pathAttempts(arena, name, name === whole ? 'all' : 'some')
    await expectRefused(arena, await callerNamed(name, arena), tried)
  })
})

it('takes a link for itself where a tool says so: what it leads to is neither read nor touched', {
  timeout: limitMs,
}, async () => {
  const call = await callerNamed('the command line', arena)
  const before = untouched(arena)
  for (const { name, path } of lastLinks) {
    for (const argument of pathArguments.filter(({ link, need }) => link === 'itself' && need === 'file')) {
      const number = nextNumber()
      const input = argument.input(path(arena, number), harmlessFile(arena, number))
      const [outcome] = await call([{ tool: argument.tool, input }])
      const label = `${argument.tool}: ${name}`
      expect(outcome?.kind, label).toBe(argument.reads ? 'answered' : 'proposed')
      expect(outcome?.said, label).not.toContain('unseen')
      if (outcome?.kind !== 'proposed') continue
      const proposal = await arena.approve(await arena.window.proposals.get({ id: outcome.proposalId }))
      expect(proposal.status, label).toBe('applied')
      expect(untouched(arena), label).toBe(before)
      await arena.window.changes.undo({ id: proposal.changeId as string })
    }
  }
  expect(untouched(arena)).toBe(before)
})

it('holds in a process of the command line too, with and without --approve safe', {
  timeout: limitMs,
}, async () => {
  const outside = `${arena.docs}-evil/secret.txt`
  const calls = [
    { tool: 'read_file', input: { path: outside } },
    { tool: 'create_file', input: { path: `${arena.outside}/new.txt`, content: 'x' } },
  ]
  const outcomes = [
    ...(await inProcesses(arena)(calls)),
    ...(await inProcesses(arena, '--approve', 'safe')(calls)),
  ]
  expect(outcomes.map(verdict)).toEqual(outcomes.map(() => 'outside_grant'))
})

it('looks below a granted folder without leaving it through a link', async () => {
  const folder = mkdtempSync(join(arena.docs, 'looking-'))
  symlinkSync(arena.outside, join(folder, 'out'))
  const call = await callerNamed('the command line', arena)
  const outcomes = await call([
    { tool: 'list_directory', input: { path: folder, depth: 10, include_ignored: true } },
    { tool: 'find_files', input: { path: folder, pattern: '**', kind: 'any', include_ignored: true } },
    { tool: 'find_files', input: { path: folder, pattern: '**/*marker*', include_ignored: true } },
    { tool: 'search_file_contents', input: { path: folder, query: 'MARKER', include_ignored: true } },
  ])
  for (const { kind, said } of outcomes) {
    expect(kind).toBe('answered')
    expect(said).not.toContain('unseen')
  }
})
