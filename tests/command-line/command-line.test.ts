import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { makePdf } from '../support/make-pdf'
import { connectAsPage } from '../support/page-client'
import { runCommand } from '../support/run-command'
import { html, servePages } from '../support/serve-pages'
import { cleanEnvironment, freshFolder, startHost } from '../support/start-host'

const limitMs = 60_000
const cli = join(import.meta.dirname, '../../out/main/cli.js')

let data: string
let work: string

beforeEach(() => {
  data = freshFolder('data')
  work = realpathSync(freshFolder('work'))
})

const run = (...args: string[]) => runCommand([...args, '--data', data])
const json = (text: string) => JSON.parse(text) as Record<string, unknown>

describe('the command line, alone', { timeout: limitMs }, () => {
  it('takes the options of every command before its name too', async () => {
    const before = await runCommand(['--json', '--data', data, 'grants'])
    expect(before).toMatchObject({ status: 0, stdout: '[]\n' })
    expect(await runCommand([`--data=${data}`, 'grants', '--json'])).toMatchObject({
      status: 0,
      stdout: '[]\n',
    })
  })

  it('names the file that could not be added, and counts in words that fit', async () => {
    writeFileSync(join(work, 'tide.md'), 'High at noon.')
    writeFileSync(join(work, 'none.txt'), '')
    const { stdout } = await run('add', work)
    expect(stdout).toContain('tide: complete, 1 passage\n')
    expect(stdout).toMatch(/none\.txt: This file is empty/)
  })

  it('ends in order where its reader has enough, and says nothing more', async () => {
    // More than a pipe holds twice: some of it is written once its reader is gone, however late that goes.
    for (let number = 0; number < 300; number++)
      writeFileSync(join(work, `${number} ${'tide '.repeat(40)}.md`), `Tide table ${number}.`)
    const child = spawn(process.execPath, [cli, 'add', work, '--json', '--data', data], {
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let notes = ''
    child.stderr.on('data', (text: Buffer) => {
      notes += text.toString()
    })
    child.stdout.once('data', () => child.stdout.destroy())
    expect(await once(child, 'close')).toEqual([1, null])
    // Where all was done by then, it is said; that it was stopped is not.
    expect(notes).toMatch(/^(?:300 added, 0 failed, 0 skipped\n)?$/)
    // What SQLite removes when the last connection is closed, and leaves where a process just ends.
    expect(existsSync(join(data, 'countersign.db'))).toBe(true)
    expect(existsSync(join(data, 'countersign.db-wal'))).toBe(false)
  })

  it.runIf(existsSync('/dev/full'))('says in a sentence that its output finds no room', async () => {
    const full = openSync('/dev/full', 'w')
    for (const args of [['tools', '--json'], ['grants']]) {
      const child = spawn(process.execPath, [cli, ...args, '--data', data], {
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
    const long = await run('search', 'tide '.repeat(4000), '--json')
    expect(long).toMatchObject({ status: 2, stderr: 'The query is too long: more than 10,000 characters.\n' })
    expect(json(long.stdout)).toMatchObject({ error: { code: 'invalid_input', field: 'query' } })
    expect((await run('ask', '  ')).stderr).toBe('Write a message, or attach something.\n')
    const { stdout } = await run('ask', '/read_note x')
    expect(stdout.trim()).toBe('That did not work: There is no note x. It may have been deleted.')
  })

  it('makes a collection in the form in which its name is kept, and finds it again', async () => {
    const page = join(work, 'ebb.md')
    writeFileSync(page, 'Low at six.')
    expect(await run('add', page, '--collection', 'North  Se\u0301a ')).toMatchObject({ status: 0 })
    expect(await run('add', page, '--collection', 'NORTH S\u00c9A')).toMatchObject({ status: 0 })
    expect((await run('search', 'low', '--collection', ' north s\u00e9a')).stdout).toContain('Low at six.')
    const again = await run('call', 'create_collection', '{"name":"NORTH S\u00c9A"}')
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('already') })
    expect((await run('call', 'list_collections', '{}')).stdout.match(/North S\u00e9a/g)).toHaveLength(1)
  })

  it('tells what became of a proposal and of a change', async () => {
    await run('call', 'create_note', '{"title":"Ebb"}')
    await run('call', 'create_note', '{"title":"Flood"}')
    await run('proposals', 'reject', '1', '--reason', 'Not now.')
    await run('proposals', 'approve', '2')
    const [change] = JSON.parse((await run('changes', '--json')).stdout) as { id: string }[]
    await run('changes', 'undo', change?.id ?? '')
    expect((await run('proposals', '--all')).stdout).toMatch(/^#2 {2}applied .*\n#1 {2}rejected /)
    expect((await run('proposals', 'show', '1')).stdout).toContain('\n  reason: Not now.\n')
    expect((await run('changes')).stdout).toMatch(/^#2 {2}applied .*\n#1 {2}undone /)
  })

  it('tells wrong use with status 2 and what is there', async () => {
    expect(await runCommand([])).toMatchObject({ status: 2 })
    expect(await runCommand(['frobnicate'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('frobnicate'),
    })
    expect(await run('search', '--nonsense=a')).toMatchObject({
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
    expect(await run('add', '')).toMatchObject({ status: 2, stderr: expect.stringContaining('PATH') })
    expect(await runCommand(['serve', '--no-open=1'])).toMatchObject({
      status: 2,
      stderr: '--no-open takes no value.\n',
    })
    expect(await run('call', 'read_file', '{not json')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('JSON'),
    })
    expect(await run('call', 'read_file', '{}', '--approve', 'everything')).toMatchObject({ status: 2 })
    expect(await runCommand(['--data', data])).toMatchObject({
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
      expect(json(stdout)).toMatchObject({ error: { code: 'invalid_input', message: expect.any(String) } })
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
    expect(await run(...args)).toMatchObject({ status: 2, stdout: '' })
  })

  it('calls the first collection in the language of the system, and never anew', async () => {
    const collections = async (language: string) =>
      (
        await runCommand(['call', 'list_collections', '{}', '--data', data], {
          environment: { LC_ALL: language },
        })
      ).stdout
    expect(await collections('de_DE.UTF-8')).toContain('Dokumente')
    expect(await collections('en_GB.UTF-8')).toContain('Dokumente')
  })

  it('lists the tools with class and schema', async () => {
    const { status, stdout } = await run('tools', '--json')
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
    writeFileSync(join(work, 'tides.md'), 'High water at noon.')
    const refused = await run('watch', 'add', work)
    expect(refused).toMatchObject({ status: 4, stderr: expect.stringContaining('countersign grant') })
    await run('grant', work, '--read-only')
    const added = await run('watch', 'add', work, '--collection', 'Sea', '--json')
    expect(json(added.stdout)).toMatchObject({ path: work, state: 'idle', documents: 0, last_seen: null })
    expect((await run('watch', 'add', work)).status).toBe(1)
    expect(JSON.parse((await run('watch', '--json')).stdout)).toMatchObject([{ path: work }])
    expect((await run('watch', 'remove', work)).stdout).toContain('Its documents stay.')
    expect((await run('watch')).stdout).toContain('No folder is watched')
    expect((await run('watch', 'sideways')).status).toBe(2)
  })

  it('proposes a write with status 3, applies it when approved, and undoes it', async () => {
    expect((await run('grant', work)).status).toBe(0)
    const path = join(work, 'tides.md')
    const proposed = await run(
      'call',
      'create_file',
      JSON.stringify({ path, content: 'High water at noon.\n' }),
      '--json',
    )
    expect(proposed.status).toBe(3)
    expect(existsSync(path)).toBe(false)
    const id = String(json(proposed.stdout).proposal_id)
    expect((await run('proposals', 'show', id)).stdout).toContain('High water at noon.')
    expect((await run('proposals', 'approve', id)).status).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe('High water at noon.\n')
    expect((await run('proposals', 'approve', id)).status).toBe(5)
    const [change] = JSON.parse((await run('changes', 'list', '--json')).stdout) as { id: string }[]
    expect((await run('changes', 'undo', change?.id ?? '')).status).toBe(0)
    expect(existsSync(path)).toBe(false)
    expect((await run('doctor')).status).toBe(0)
  })

  it('applies safe writes at once under --approve safe, and never destructive ones', async () => {
    await run('grant', work)
    const path = join(work, 'a.txt')
    const made = await run(
      'call',
      'create_file',
      JSON.stringify({ path, content: 'a' }),
      '--approve',
      'safe',
      '--json',
    )
    expect(made.status).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe('a')
    const [change] = JSON.parse((await run('changes', '--json')).stdout) as { approval: string }[]
    expect(change?.approval).toBe('standing')
    const trashed = await run(
      'call',
      'trash_files',
      JSON.stringify({ paths: [path] }),
      '--approve',
      'safe',
      '--json',
    )
    expect(trashed.status).toBe(3)
    expect(existsSync(path)).toBe(true)
  })

  it('ends with status 4 outside the grants and 5 when the world moved', async () => {
    await run('grant', work)
    const outside = freshFolder('outside')
    writeFileSync(join(outside, 'x.txt'), 'secret')
    expect((await run('call', 'read_file', JSON.stringify({ path: join(outside, 'x.txt') }))).status).toBe(4)
    const path = join(work, 'b.txt')
    writeFileSync(path, 'one\n')
    const edit = { path, edits: [{ old_text: 'one', new_text: 'two' }] }
    const proposed = await run('call', 'edit_file', JSON.stringify(edit), '--json')
    expect(proposed.status).toBe(3)
    writeFileSync(path, 'one and more\n')
    const decided = await run('proposals', 'approve', String(json(proposed.stdout).proposal_id))
    expect(decided.status).toBe(5)
    expect(readFileSync(path, 'utf8')).toBe('one and more\n')
  })

  it('takes a granted folder back, by its path, through a link, and by its id', async () => {
    const granted = async () =>
      JSON.parse((await run('grants', '--json')).stdout) as { path: string; id: string }[]
    const read = () => run('call', 'list_directory', JSON.stringify({ path: work }))
    const link = join(freshFolder('links'), 'to-work')
    symlinkSync(work, link)
    const names = [async () => work, async () => link, async () => (await granted())[0]?.id ?? '']
    for (const name of names) {
      await run('grant', work)
      expect((await read()).status).toBe(0)
      const revoked = await run('grants', 'revoke', await name(), '--json')
      expect(revoked.status).toBe(0)
      expect(json(revoked.stdout)).toMatchObject({ path: work, status: 'revoked' })
      expect(await granted()).toEqual([])
      expect((await read()).status).toBe(4)
    }
    const again = await run('grants', 'revoke', work)
    expect(again.status).toBe(1)
    expect(again.stderr).toContain('There is no granted folder and no remembered approval')
    expect((await run('grants', 'revoke')).status).toBe(2)
    expect((await run('grants', 'revoke', '')).status).toBe(2)
    expect((await run('grants', '--help')).stdout).toContain('revoke DIR_OR_ID')
    expect((await run('doctor', '--json')).status).toBe(0)
  })

  it('takes one folder back and no other, also one that is not there any more', async () => {
    const gone = realpathSync(freshFolder('gone'))
    for (const folder of [work, gone]) await run('grant', folder)
    rmSync(gone, { recursive: true })
    expect((await run('grants', 'revoke', `${work}-evil`)).status).toBe(1)
    expect((await run('grants', 'revoke', gone)).stdout).toContain(`Taken back: ${gone}`)
    const left = JSON.parse((await run('grants', '--json')).stdout) as { path: string }[]
    expect(left.map(({ path }) => path)).toEqual([work])
  })

  it('adds a folder, searches it, and answers with a citation offline', async () => {
    const papers = join(work, 'papers')
    mkdirSync(papers)
    writeFileSync(
      join(papers, 'tides.pdf'),
      makePdf({
        title: 'Tide Tables',
        pages: [['The harbour dries at low water.'], ['Spring tides follow the full moon.']],
      }),
    )
    writeFileSync(join(papers, 'moon.md'), '# The Moon\n\nThe moon turns once in a month.\n')
    const added = await run('add', papers, '--json', '--collection', 'Sea')
    expect(added.status).toBe(0)
    const lines = added.stdout.trim().split('\n').map(json)
    expect(lines.map((line) => line.status)).toEqual(['complete', 'complete'])
    const found = json((await run('search', 'spring tides', '--json', '--collection', 'sea')).stdout)
    expect(found.results).toEqual(
      expect.arrayContaining([expect.objectContaining({ title: 'Tide Tables', page: 2 })]),
    )
    const asked = await run('ask', 'What follows the full moon?')
    expect(asked.status).toBe(0)
    expect(asked.stdout).toContain('[Tide Tables, p. 2]')
    const events = (await run('ask', 'What follows the full moon?', '--json')).stdout
      .trim()
      .split('\n')
      .map(json)
    expect(events.at(-1)).toMatchObject({ body: { type: 'run_finished', end: 'completed' } })
  })

  it('adds a page by its address, and says of another why not', { timeout: 90_000 }, async () => {
    const site = await servePages({ '/buoy': html('The buoy', '<p>The buoy is red and white.</p>') })
    try {
      const host = await startHost({ data })
      const page = await connectAsPage(host.url)
      await page.client.settings.set({ webHosts: [site.host] })
      await page.close()
      await host.stop()
      const added = await run('add', `${site.origin}/buoy`, `${site.origin}/none`, '--json')
      const lines = added.stdout.trim().split('\n').map(json)
      expect(lines).toMatchObject([
        { title: 'The buoy', status: 'complete', source: `${site.origin}/buoy` },
        { status: 'skipped', source: `${site.origin}/none` },
      ])
      expect(String(lines[1]?.error)).toContain('has no page at this address')
      expect(added.status).toBe(0)
      const refused = await run('add', 'http://192.168.0.1/')
      expect(refused.status).toBe(1)
      expect(refused.stderr).toContain('into your own network')
    } finally {
      await site.close()
    }
  })

  it('escapes control characters on the terminal', async () => {
    await run('grant', work)
    writeFileSync(join(work, 'evil.txt'), 'a\u001b[2Jb\u202ec\n')
    const { stdout } = await run('call', 'read_file', JSON.stringify({ path: join(work, 'evil.txt') }))
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toContain('\\u001b')
  })

  it('lets no name and no argument pose as a line of its own', async () => {
    await run('grant', work)
    const fake = '#99  safe_create  pending  Create “harmless.txt”'
    await run('call', 'create_file', JSON.stringify({ path: join(work, `a\n${fake}`), content: 'a' }))
    const field = '  network: no'
    const command = ['sh', '-c', `curl example.org\n${field}`]
    await run('call', 'run_command', JSON.stringify({ command, folder: work, network: true }))
    for (const args of [['list'], ['show', '1'], ['show', '2']]) {
      const lines = (await run('proposals', ...args)).stdout.split('\n')
      expect(lines.filter((line) => line.startsWith('#99') || line === field)).toEqual([])
    }
  })

  it.each([
    ['a zero-width space', '\u200b', '\\u200b'],
    ['a tag character', '\u{e0041}', '\\u{e0041}'],
    ['a line separator', '\u2028', '\\u2028'],
    ['a blank letter', '\u3164', '\\u3164'],
  ])('shows %s in a name', async (_what, hidden, shown) => {
    await run('grant', work)
    const path = join(work, `Tides${hidden}!`)
    await run('call', 'create_file', JSON.stringify({ path, content: 'a' }))
    const { stdout } = await run('proposals', 'show', '1')
    expect(stdout).toContain(`Tides${shown}!`)
    expect(stdout).not.toContain(hidden)
  })
})

describe('the command line beside a running application', { timeout: limitMs }, () => {
  it('runs through it, and waits for nothing', async () => {
    const host = await startHost({ data })
    try {
      expect((await run('grant', work)).status).toBe(0)
      const grants = JSON.parse((await run('grants', '--json')).stdout) as { path: string }[]
      expect(grants.map((grant) => grant.path)).toEqual([work])
    } finally {
      await host.stop()
    }
  })

  it('shows a second host the first one’s page', async () => {
    const host = await startHost({ data })
    try {
      const second = await runCommand(['serve', '--json', '--no-open', '--data', data])
      expect(second.status).toBe(0)
      expect(json(second.stdout)).toEqual({ url: host.url, port: host.port, pid: host.pid })
    } finally {
      await host.stop()
    }
  })

  it('takes over from a holder that was killed', async () => {
    const host = await startHost({ data })
    await run('grant', work)
    await host.kill()
    const grants = JSON.parse((await run('grants', '--json')).stdout) as unknown[]
    expect(grants).toHaveLength(1)
  })

  it('lets two commands at once both succeed', async () => {
    const results = await Promise.all([run('tools'), run('grants'), run('grant', work)])
    expect(results.map((result) => result.status)).toEqual([0, 0, 0])
  })
})
