import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Arena, openArena } from './arena'

// A command that a person allowed to run again, whose script the assistant then writes anew.

const limitMs = 120_000
type McpClient = Awaited<ReturnType<Arena['mcp']>>

let arena: Arena

beforeAll(async () => {
  arena = await openArena()
}, limitMs)
afterAll(() => arena.close())

/** Answers the id of the proposal, or null where it ran at once. */
async function ask(client: McpClient, name: string, input: Record<string, unknown>): Promise<string | null> {
  const told = await client.callTool({ name, arguments: input })
  const { proposal_id: id = null } = (told.structuredContent ?? {}) as { proposal_id?: string }
  if (id === null) expect(told).not.toMatchObject({ isError: true })
  return id
}

async function approve(id: string | null, remember?: { readonly scope: 'target' }): Promise<void> {
  const { planHash } = await arena.window.proposals.get({ id: id ?? '' })
  const { proposal } = await arena.window.proposals.approve({
    id: id ?? '',
    planHash,
    ...(remember && { remember }),
  })
  expect(proposal.status).toBe('applied')
}

let projects = 0
/** A folder with a script that makes a file and says nothing, and the command that runs it. */
function project() {
  const folder = join(arena.docs, `project-${++projects}`)
  mkdirSync(folder)
  // Long enough for an edit that replaces less than half of it, which is no more than safe.
  writeFileSync(join(folder, 'build.sh'), `# ${'Makes what is to be made. '.repeat(8)}\n: > built\n`)
  const made = (name: string) => existsSync(join(folder, name))
  const script = join(folder, 'build.sh')
  return { folder, script, made, command: { command: ['sh', 'build.sh'], folder } }
}

it('runs again unasked while nothing is written there that nobody saw', { timeout: limitMs }, async () => {
  const client = await arena.mcp('--approve', 'safe')
  const { folder, command, made, script } = project()
  await approve(await ask(client, 'run_command', command), { scope: 'target' })
  expect(made('built')).toBe(true)
  expect(await ask(client, 'run_command', command)).toBeNull()

  const edit = { path: script, edits: [{ old_text: ': > built', new_text: ': > evil' }] }
  expect(await ask(client, 'edit_file', edit)).toBeNull()
  const again = await ask(client, 'run_command', command)
  expect([again, made('evil')]).toEqual([expect.any(String), false])

  // Once a person has decided anew, what was written before is seen.
  await approve(again, { scope: 'target' })
  expect(made('evil')).toBe(true)
  expect(await ask(client, 'run_command', command)).toBeNull()

  // A new file beside it may be what it reads.
  expect(await ask(client, 'create_file', { path: join(folder, 'Makefile'), content: 'x' })).toBeNull()
  expect(await ask(client, 'run_command', command)).not.toBeNull()
})

it('runs again unasked after a change that a person decided', { timeout: limitMs }, async () => {
  const client = await arena.mcp()
  const { command, made, script } = project()
  await approve(await ask(client, 'run_command', command), { scope: 'target' })
  await approve(
    await ask(client, 'edit_file', {
      path: script,
      edits: [{ old_text: ': > built', new_text: ': > seen' }],
    }),
  )
  expect(await ask(client, 'run_command', command)).toBeNull()
  expect(made('seen')).toBe(true)
})
