import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../src/main/rpc/client'
import { setUpCoreDesk } from '../support/core-desk'

// Another program's MCP server whose program lies in a granted folder: who writes there decides what is started next.

const desk = setUpCoreDesk('for each test')

/** Whose standing approval applies whatever is safe. */
let trusted: Client

beforeEach(async () => {
  mkdirSync(desk.at('server/lib'), { recursive: true })
  for (const name of ['server/main.mjs', 'server/lib/tides.mjs', 'other.mjs', 'notes.db']) {
    writeFileSync(desk.at(name), `// ${name}\n`)
  }
  const commandLine = { kind: 'command_line', name: 'Command line' } as const
  trusted = desk.as(commandLine, 'safe')
  await addServer('Tides', [desk.at('server/main.mjs'), `--store=${desk.at('notes.db')}`])
})

const addServer = (name: string, args: readonly string[]) =>
  desk.client.mcpServers.save({
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
  input: { path: desk.at(name), content: 'evil()\n' },
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
      expect(readFileSync(desk.at(name), 'utf8')).not.toContain('evil')
    },
  )

  it('is not put in place by a folder that is moved or copied there', async () => {
    const { id: of } = await desk.client.tools
      .call({
        tool: 'move_files',
        input: { items: [{ from: desk.at('server'), to: desk.at('away') }] },
      })
      .then((outcome) => (outcome.status === 'proposed' ? outcome.proposal : { id: '' }))
    const { planHash } = await desk.client.proposals.get({ id: of })
    await desk.client.proposals.approve({ id: of, planHash })
    const outcome = await trusted.tools.call({
      tool: 'copy_files',
      input: { items: [{ from: desk.at('away'), to: desk.at('server') }] },
    })
    expect(outcome).toMatchObject({ status: 'proposed', proposal: { class: 'destructive_update' } })
  })

  it('is known where an option names the folder of the script', async () => {
    mkdirSync(desk.at('weather'))
    for (const name of ['weather.py', 'beside.py']) writeFileSync(desk.at(`weather/${name}`), '# Weather\n')
    await addServer('Weather', ['--directory', desk.at('weather'), 'run', 'weather.py'])
    const outcome = await trusted.tools.call(append('weather/beside.py'))
    expect(outcome).toMatchObject({ status: 'proposed', proposal: { class: 'destructive_update' } })
    // Such a folder with data has no script of that name.
    mkdirSync(desk.at('data'))
    writeFileSync(desk.at('data/tides.csv'), 'a;b\n')
    await addServer('Data', ['weather.py', desk.at('data')])
    expect(await trusted.tools.call(append('data/tides.csv'))).toMatchObject({ status: 'done' })
  })

  it('is known through a link while it is not there, and in other letters', async () => {
    mkdirSync(desk.at('real'))
    symlinkSync(desk.at('real'), desk.at('link'))
    await addServer('Linked', [desk.at('link/App/main.mjs')])
    for (const name of ['real/App/main.mjs', 'real/app/MAIN.mjs']) {
      const outcome = await trusted.tools.call({
        tool: 'create_file',
        input: { path: desk.at(name), content: 'evil()\n' },
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
