import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, clientInProcess } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { openTestCore, type TestCore } from '../support/open-test-core'
import { freshFolder } from '../support/start-host'

// Another program's MCP server whose program lies in a granted folder: who writes there decides what is started next.

let work: string
let test: TestCore
let client: Client
/** Whose standing approval applies whatever is safe. */
let trusted: Client

beforeEach(async () => {
  work = realpathSync(freshFolder('server-program'))
  mkdirSync(join(work, 'server/lib'), { recursive: true })
  for (const name of ['server/main.mjs', 'server/lib/tides.mjs', 'other.mjs', 'notes.db']) {
    writeFileSync(join(work, name), `// ${name}\n`)
  }
  test = await openTestCore({ roots: [work] })
  client = clientInProcess(test.core.router, { actor: person, approval: null })
  const commandLine = { kind: 'command_line', name: 'Command line' } as const
  trusted = clientInProcess(test.core.router, { actor: commandLine, approval: 'safe' })
  await addServer('Tides', [join(work, 'server/main.mjs'), `--store=${join(work, 'notes.db')}`])
})
afterEach(async () => {
  await test.close()
  rmSync(work, { recursive: true, force: true })
})

const addServer = (name: string, args: readonly string[]) =>
  client.mcpServers.save({
    id: null,
    draft: {
      ...{ name, callSeconds: 60 },
      connection: {
        ...{ kind: 'command', program: process.execPath, arguments: [...args], folder: '', variables: [] },
      },
    },
  })

const append = (name: string) => ({
  tool: 'append_to_file',
  input: { path: join(work, name), content: 'evil()\n' },
})

describe('what the program of a server is started from', () => {
  it.each(['server/main.mjs', 'server/lib/tides.mjs', 'notes.db'])(
    'is changed by no standing approval, and asked for in a dialog that says why: %s',
    async (name) => {
      const outcome = await trusted.tools.call(append(name))
      expect(outcome).toMatchObject({
        status: 'proposed',
        proposal: {
          class: 'destructive_update',
          raisedBecause: [expect.stringContaining('Other programs act by themselves on')],
        },
      })
      expect(readFileSync(join(work, name), 'utf8')).not.toContain('evil')
    },
  )

  it('is not put in place by a folder that is moved or copied there', async () => {
    const { id: of } = await client.tools
      .call({
        tool: 'move_files',
        input: { items: [{ from: join(work, 'server'), to: join(work, 'away') }] },
      })
      .then((outcome) => (outcome.status === 'proposed' ? outcome.proposal : { id: '' }))
    const { planHash } = await client.proposals.get({ id: of })
    await client.proposals.approve({ id: of, planHash })
    const outcome = await trusted.tools.call({
      tool: 'copy_files',
      input: { items: [{ from: join(work, 'away'), to: join(work, 'server') }] },
    })
    expect(outcome).toMatchObject({ status: 'proposed', proposal: { class: 'destructive_update' } })
  })

  it('is known where an option names the folder of the script', async () => {
    mkdirSync(join(work, 'weather'))
    for (const name of ['weather.py', 'beside.py']) writeFileSync(join(work, 'weather', name), '# Weather\n')
    await addServer('Weather', ['--directory', join(work, 'weather'), 'run', 'weather.py'])
    const outcome = await trusted.tools.call(append('weather/beside.py'))
    expect(outcome).toMatchObject({ status: 'proposed', proposal: { class: 'destructive_update' } })
    // Such a folder with data has no script of that name.
    mkdirSync(join(work, 'data'))
    writeFileSync(join(work, 'data/tides.csv'), 'a;b\n')
    await addServer('Data', ['weather.py', join(work, 'data')])
    expect(await trusted.tools.call(append('data/tides.csv'))).toMatchObject({ status: 'done' })
  })

  it('is known through a link while it is not there, and in other letters', async () => {
    mkdirSync(join(work, 'real'))
    symlinkSync(join(work, 'real'), join(work, 'link'))
    await addServer('Linked', [join(work, 'link/App/main.mjs')])
    for (const name of ['real/App/main.mjs', 'real/app/MAIN.mjs']) {
      const outcome = await trusted.tools.call({
        tool: 'create_file',
        input: { path: join(work, name), content: 'evil()\n' },
      })
      expect(outcome).toMatchObject({ status: 'proposed', proposal: { class: 'destructive_update' } })
    }
  })

  it('is nothing that only lies near it', async () => {
    expect(await trusted.tools.call(append('other.mjs'))).toMatchObject({
      status: 'done',
      result: { success: true },
    })
  })
})
