import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonOf, setUpCommandDesk } from '../support/command-desk'
import { makePdf } from '../support/make-pdf'
import { connectAsPage } from '../support/page-client'
import { runCommand } from '../support/run-command'
import { html, servePages } from '../support/serve-pages'
import { cleanEnvironment, startHost } from '../support/start-host'

const limitMs = 60_000
const cli = join(import.meta.dirname, '../../out/main/cli.js')

const desk = setUpCommandDesk()

describe('the command line', { timeout: limitMs }, () => {
  it('takes the options of every command before its name too', async () => {
    const before = await runCommand(['--json', '--data', desk.data, 'grants'])
    expect(before).toMatchObject({ status: 0, stdout: '[]\n' })
    expect(await runCommand([`--data=${desk.data}`, 'grants', '--json'])).toMatchObject({
      status: 0,
      stdout: '[]\n',
    })
  })

  it('names the file that could not be added, and counts in words that fit', async () => {
    writeFileSync(join(desk.work, 'tide.md'), 'High at noon.')
    writeFileSync(join(desk.work, 'none.txt'), '')
    const { stdout } = await desk.run('add', desk.work)
    expect(stdout).toContain('tide: complete, 1 passage\n')
    expect(stdout).toMatch(/none\.txt: This file is empty/)
  })

  it('ends in order where its reader has enough, and says nothing more', async () => {
    // More than a pipe holds twice: some of it is written once its reader is gone, however late that goes.
    for (let number = 0; number < 300; number++)
      writeFileSync(join(desk.work, `${number} ${'tide '.repeat(40)}.md`), `Tide table ${number}.`)
    const child = spawn(process.execPath, [cli, 'add', desk.work, '--json', '--data', desk.data], {
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let notes = ''
    child.stderr.on('data', (text: Buffer) => {
      notes += text.toString()
    })
    child.stdout.once('data', () => child.stdout.destroy())
    const [status] = await once(child, 'close')
    // Where all was done by then, it is said; that it was stopped is not.
    expect(notes).toMatch(/^(?:300 added, 0 failed, 0 skipped\n)?$/)
    expect(status).toBe(notes === '' ? 1 : 0)
    // What SQLite removes when the last connection is closed, and leaves where a process just ends.
    expect(existsSync(join(desk.data, 'countersign.db'))).toBe(true)
    expect(existsSync(join(desk.data, 'countersign.db-wal'))).toBe(false)
  })

  it.each(['tools --json', 'tools', '--help', 'proposals --json'])(
    'has done what it was asked for where its reader has enough of it: %s',
    async (line) => {
      const child = spawn(process.execPath, [cli, ...line.split(' '), '--data', desk.data], {
        env: cleanEnvironment(),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      // Before anything is written.
      child.stdout.destroy()
      let notes = ''
      child.stderr.on('data', (text: Buffer) => {
        notes += text.toString()
      })
      expect(await once(child, 'close')).toEqual([0, null])
      expect(notes).toBe('')
    },
  )

  // Node itself ends in a segmentation fault where there are fewer still.
  it.runIf(process.platform === 'linux').each([24, 26, 40])(
    'ends in a sentence where it may open %i files',
    async (files) => {
      const { status, stdout, stderr } = await runCommand(['tools', '--json', '--data', desk.data], {
        prefix: ['prlimit', `--nofile=${files}`],
      })
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toMatch(/too few files at once .* ulimit -n 1024\n$/)
      expect(existsSync(join(desk.data, 'countersign.db'))).toBe(false)
    },
  )

  it.runIf(existsSync('/dev/full'))('says in a sentence that its output finds no room', async () => {
    const full = openSync('/dev/full', 'w')
    for (const args of [['tools', '--json'], ['grants']]) {
      const child = spawn(process.execPath, [cli, ...args, '--data', desk.data], {
        env: cleanEnvironment(),
        stdio: ['ignore', full, 'pipe'],
      })
      let notes = ''
      child.stderr?.on('data', (text: Buffer) => {
        notes += text.toString()
      })
      expect(await once(child, 'close')).toEqual([1, null])
      expect(notes).toMatch(/^The output could not be written: .*disk.*\.\n$/)
    }
    closeSync(full)
  })

  it('says in words what is too long, and nothing of fields where a sentence does', async () => {
    const long = await desk.run('search', 'tide '.repeat(4000), '--json')
    expect(long).toMatchObject({ status: 2, stderr: 'The query is too long: more than 10,000 characters.\n' })
    expect(jsonOf(long.stdout)).toMatchObject({ error: { code: 'invalid_input', field: 'query' } })
    expect((await desk.run('ask', '  ')).stderr).toBe('Write a message, or attach something.\n')
    const { stdout } = await desk.run('ask', '/read_note x')
    expect(stdout.trim()).toBe('That did not work: There is no note x. It may have been deleted.')
  })

  it('makes a collection in the form in which its name is kept, and finds it again', async () => {
    const page = join(desk.work, 'ebb.md')
    writeFileSync(page, 'Low at six.')
    expect(await desk.run('add', page, '--collection', 'North  Se\u0301a ')).toMatchObject({ status: 0 })
    expect(await desk.run('add', page, '--collection', 'NORTH S\u00c9A')).toMatchObject({ status: 0 })
    expect((await desk.run('search', 'low', '--collection', ' north s\u00e9a')).stdout).toContain(
      'Low at six.',
    )
    const again = await desk.run('call', 'create_collection', '{"name":"NORTH S\u00c9A"}')
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('already') })
    expect((await desk.run('call', 'list_collections', '{}')).stdout.match(/North S\u00e9a/g)).toHaveLength(1)
  })

  it('tells wrong use with status 2 and what is there', async () => {
    expect(await runCommand([])).toMatchObject({ status: 2 })
    expect(await runCommand(['frobnicate'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('frobnicate'),
    })
    expect(await desk.run('search', '--nonsense=a')).toMatchObject({
      status: 2,
      stderr: 'There is no option --nonsense here. --help names those that there are.\n',
    })
    expect(await runCommand(['serve', '--port'])).toMatchObject({
      status: 2,
      stderr: '--port needs a value after it.\n',
    })
    for (const empty of [
      ['tools', '--data', ''],
      ['serve', '--root='],
    ]) {
      expect(await runCommand(empty)).toMatchObject({ status: 2, stdout: '' })
    }
    expect(await desk.run('add', '')).toMatchObject({ status: 2, stderr: expect.stringContaining('PATH') })
    expect(await runCommand(['serve', '--no-open=1'])).toMatchObject({
      status: 2,
      stderr: '--no-open takes no value.\n',
    })
    expect(await desk.run('call', 'read_file', '{not json')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('JSON'),
    })
    expect(await desk.run('call', 'read_file', '{}', '--approve', 'everything')).toMatchObject({ status: 2 })
    expect(await runCommand(['--data', desk.data])).toMatchObject({
      status: 2,
      stderr: expect.not.stringContaining('--data"'),
    })
    expect(await runCommand(['--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('proposals'),
    })
  })

  it('writes JSON alone to standard output with --json, also where no command was meant', async () => {
    for (const args of [
      ['--json'],
      ['frobnicate', '--json'],
      ['--json', 'frobnicate'],
      ['search', '--json', '--nonsense'],
    ]) {
      const { status, stdout } = await runCommand(args)
      expect(status).toBe(2)
      expect(jsonOf(stdout)).toMatchObject({ error: { code: 'invalid_input', message: expect.any(String) } })
    }
  })

  it.each([
    [['tools', 'read_file']],
    [['doctor', 'now']],
    [['proposals', 'list', '1']],
    [['changes', 'list', '1']],
    [['proposals', 'show', '1', '--reason', 'no']],
    [['proposals', 'show', '']],
    [['changes', 'show', '']],
    [['changes', 'undo', '']],
    [['proposals', 'show', '1', '--all']],
    [['changes', 'undo', '1', '--only', ',']],
  ])('passes over nothing that it is given: %s is wrong use', async (args) => {
    expect(await desk.run(...args)).toMatchObject({ status: 2, stdout: '' })
  })

  it('says which actions there are where one is none, not what else it would lack', async () => {
    for (const command of ['proposals', 'changes', 'grants', 'watch'])
      expect(await desk.run(command, 'frobnicate')).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(`^There is no "${command} frobnicate"\\. Use list, `),
      })
  })

  it('tells an assistant that is not there like anything else that is not', async () => {
    const { status, stdout } = await desk.run('ask', 'Hello', '--assistant', 'nobody', '--json')
    expect(status).toBe(1)
    expect(jsonOf(stdout)).toEqual({
      error: {
        code: 'not_found',
        message: expect.stringMatching(/^There is no assistant "nobody"\. There are: "/),
      },
    })
  })

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'works for an account that has neither a name nor a folder, as in a container',
    async () => {
      chmodSync(desk.data, 0o777)
      const homeless = { user: 54_321, environment: { HOME: undefined } }
      expect(await runCommand(['call', 'list_notes', '--data', desk.data], homeless)).toMatchObject({
        status: 0,
      })
      expect(await runCommand(['grants'], homeless)).toMatchObject({
        status: 1,
        stderr:
          'The data folder /.local/share/countersign can’t be written. Choose another with --data, or change its permissions.\n',
      })
    },
  )

  it('says in a sentence that the Node it is started with is too old', async () => {
    const older =
      'Object.defineProperty(process, "versions", { value: { ...process.versions, napi: "9", node: "20.9.0" } })'
    for (const entry of ['cli.js', 'server.js']) {
      const child = spawn(
        process.execPath,
        ['--import', `data:text/javascript,${encodeURIComponent(older)}`, join(cli, '..', entry), 'doctor'],
        { env: cleanEnvironment({ COUNTERSIGN_DATA: desk.data }), stdio: ['ignore', 'ignore', 'pipe'] },
      )
      let said = ''
      child.stderr.on('data', (text: Buffer) => {
        said += text.toString()
      })
      expect(await once(child, 'close')).toEqual([1, null])
      expect(said).toMatch(/^Countersign needs Node [\d.]+ or newer, and this is Node 20\.9\.0\. .*\n$/)
    }
  })

  it('calls the first collection in the language of the system, and never anew', async () => {
    const collections = async (language: string) =>
      (
        await runCommand(['call', 'list_collections', '{}', '--data', desk.data], {
          environment: { LC_ALL: language },
        })
      ).stdout
    expect(await collections('de_DE.UTF-8')).toContain('Dokumente')
    expect(await collections('en_GB.UTF-8')).toContain('Dokumente')
  })

  it('lists the tools with class and schema', async () => {
    const { status, stdout } = await desk.run('tools', '--json')
    expect(status).toBe(0)
    const tools = JSON.parse(stdout) as {
      name: string
      class: string
      input_schema: { additionalProperties: boolean }
    }[]
    expect(tools.map((tool) => tool.name)).toEqual(
      expect.arrayContaining(['read_file', 'search_library', 'calculate']),
    )
    expect(tools.every((tool) => tool.input_schema.additionalProperties === false)).toBe(true)
  })

  it('watches a folder that is granted, lists it and stops', async () => {
    writeFileSync(join(desk.work, 'tides.md'), 'High water at noon.')
    const refused = await desk.run('watch', 'add', desk.work)
    expect(refused).toMatchObject({ status: 4, stderr: expect.stringContaining('countersign grant') })
    await desk.run('grant', desk.work, '--read-only')
    const added = await desk.run('watch', 'add', desk.work, '--collection', 'Sea', '--json')
    expect(jsonOf(added.stdout)).toMatchObject({
      path: desk.work,
      state: 'idle',
      documents: 0,
      last_seen: null,
    })
    expect((await desk.run('watch', 'add', desk.work)).status).toBe(1)
    expect(JSON.parse((await desk.run('watch', '--json')).stdout)).toMatchObject([{ path: desk.work }])
    expect((await desk.run('watch', 'remove', desk.work)).stdout).toContain('Its documents stay.')
    expect((await desk.run('watch')).stdout).toContain('No folder is watched')
    expect((await desk.run('watch', 'sideways')).status).toBe(2)
  })

  it('adds a folder, searches it, and answers with a citation offline', async () => {
    const papers = join(desk.work, 'papers')
    mkdirSync(papers)
    writeFileSync(
      join(papers, 'tides.pdf'),
      makePdf({
        title: 'Tide Tables',
        pages: [['The harbour dries at low water.'], ['Spring tides follow the full moon.']],
      }),
    )
    writeFileSync(join(papers, 'moon.md'), '# The Moon\n\nThe moon turns once in a month.\n')
    const added = await desk.run('add', papers, '--json', '--collection', 'Sea')
    expect(added.status).toBe(0)
    const lines = added.stdout.trim().split('\n').map(jsonOf)
    expect(lines.map((line) => line.status)).toEqual(['complete', 'complete'])
    const found = jsonOf((await desk.run('search', 'spring tides', '--json', '--collection', 'sea')).stdout)
    expect(found.results).toEqual(
      expect.arrayContaining([expect.objectContaining({ title: 'Tide Tables', page: 2 })]),
    )
    const asked = await desk.run('ask', 'What follows the full moon?')
    expect(asked.status).toBe(0)
    expect(asked.stdout).toContain('[Tide Tables, p. 2]')
    const events = (await desk.run('ask', 'What follows the full moon?', '--json')).stdout
      .trim()
      .split('\n')
      .map(jsonOf)
    expect(events.at(-1)).toMatchObject({ body: { type: 'run_finished', end: 'completed' } })
  })

  it('adds a page by its address, and says of another why not', { timeout: 90_000 }, async () => {
    const site = await servePages({ '/buoy': html('The buoy', '<p>The buoy is red and white.</p>') })
    try {
      const host = await startHost({ data: desk.data })
      const page = await connectAsPage(host.url)
      await page.client.settings.set({ webHosts: [site.host] })
      await page.close()
      await host.stop()
      const added = await desk.run('add', `${site.origin}/buoy`, `${site.origin}/none`, '--json')
      const lines = added.stdout.trim().split('\n').map(jsonOf)
      expect(lines).toMatchObject([
        { title: 'The buoy', status: 'complete', source: `${site.origin}/buoy` },
        { status: 'skipped', source: `${site.origin}/none` },
      ])
      expect(String(lines[1]?.error)).toContain('has no page at this address')
      expect(added.status).toBe(0)
      const refused = await desk.run('add', 'http://192.168.0.1/')
      expect(refused.status).toBe(1)
      expect(refused.stderr).toContain('into your own network')
    } finally {
      await site.close()
    }
  })

  it('escapes control characters on the terminal', async () => {
    await desk.run('grant', desk.work)
    writeFileSync(join(desk.work, 'evil.txt'), 'a\u001b[2Jb\u202ec\n')
    const { stdout } = await desk.run(
      'call',
      'read_file',
      JSON.stringify({ path: join(desk.work, 'evil.txt') }),
    )
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toContain('\\u001b')
  })

  it('lets no name and no argument pose as a line of its own', async () => {
    await desk.run('grant', desk.work)
    const fake = '#99  safe_create  pending  Create “harmless.txt”'
    await desk.run(
      'call',
      'create_file',
      JSON.stringify({ path: join(desk.work, `a\n${fake}`), content: 'a' }),
    )
    const field = '  network: no'
    const command = ['sh', '-c', `curl example.org\n${field}`]
    await desk.run('call', 'run_command', JSON.stringify({ command, folder: desk.work, network: true }))
    for (const args of [['list'], ['show', '1'], ['show', '2']]) {
      const lines = (await desk.run('proposals', ...args)).stdout.split('\n')
      expect(lines.filter((line) => line.startsWith('#99') || line === field)).toEqual([])
    }
  })

  it.each([
    ['a zero-width space', '\u200b', '\\u200b'],
    ['a tag character', '\u{e0041}', '\\u{e0041}'],
    ['a line separator', '\u2028', '\\u2028'],
    ['a blank letter', '\u3164', '\\u3164'],
  ])('shows %s in a name', async (_what, hidden, shown) => {
    await desk.run('grant', desk.work)
    const path = join(desk.work, `Tides${hidden}!`)
    await desk.run('call', 'create_file', JSON.stringify({ path, content: 'a' }))
    const { stdout } = await desk.run('proposals', 'show', '1')
    expect(stdout).toContain(`Tides${shown}!`)
    expect(stdout).not.toContain(hidden)
  })
})
