import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listenOnLoopback } from '../../src/main/http/loopback'
import { type Finished, runCommand } from '../support/run-command'
import { freshFolder, startHost } from '../support/start-host'
import { expectOneSentence } from './one-sentence'

const limitMs = 30_000

let base: string
let data: string

beforeEach(() => {
  base = realpathSync(freshFolder('fault'))
  data = join(base, 'data')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const run = (...args: string[]) => runCommand([...args, '--data', data])
const json = (finished: Finished): unknown => JSON.parse(finished.stdout)

describe('one holder of a data folder', { timeout: limitMs }, () => {
  it('points a second host at the first one’s page, also when it asks for another port', async () => {
    const host = await startHost({ data })
    try {
      const second = await run('serve', '--json', '--no-open', '--port', '1')
      expect(second).toMatchObject({ status: 0, stderr: '' })
      expect(json(second)).toMatchObject({ url: host.url, port: host.port })
      expect((await fetch(host.url)).status).toBe(200)
    } finally {
      await host.stop()
    }
  })

  it('lets every kind of command through to the first, each with a clean end', async () => {
    const host = await startHost({ data, roots: [base] })
    const note = join(base, 'note.md')
    writeFileSync(note, '# Tides\n\nHigh water is at noon.\n')
    try {
      const commands: [string[], RegExp | null][] = [
        [['add', note], /^1 added, 0 failed, 0 skipped$/],
        [['search', 'high water'], null],
        [['ask', 'When is high water?'], /^· search_library$/],
        [['tools'], null],
        [['call', 'list_documents'], null],
        [['proposals'], null],
        [['changes'], null],
        [['grants'], null],
        [['doctor'], null],
      ]
      for (const [command, notes] of commands) {
        const { status, stdout, stderr } = await run(...command)
        expect({ command, status, stderr: notes === null ? stderr : '' }).toEqual({
          command,
          status: 0,
          stderr: '',
        })
        expect(stdout).not.toBe('')
        if (notes !== null) expect(stderr.trim()).toMatch(notes)
      }
    } finally {
      await host.stop()
    }
  })

  it('leaves nothing that blocks when it is killed', async () => {
    const first = await startHost({ data })
    expect((await run('grant', base)).status).toBe(0)
    await first.kill()
    expect(existsSync(join(data, 'countersign.sock'))).toBe(true)

    const second = await startHost({ data })
    try {
      const grants = await run('grants', '--json')
      expect(json(grants)).toEqual([expect.objectContaining({ path: base })])
      expect(json(await run('doctor', '--json'))).toMatchObject({ ok: true })
    } finally {
      await second.stop()
    }
    expect(existsSync(join(data, 'countersign.sock'))).toBe(false)
  })

  it.each([
    ['an ordinary file', () => writeFileSync(join(data, 'countersign.sock'), 'left over')],
    ['a socket that nobody serves', () => leaveSocket(join(data, 'countersign.sock'))],
  ])('takes the place of %s where its socket belongs', async (_what, leave) => {
    mkdirSync(data)
    await leave()
    expect(await run('tools')).toMatchObject({ status: 0, stderr: '' })
  })

  it('takes the place of another program that serves a socket there without holding the lock', async () => {
    mkdirSync(data)
    const other = createHttpServer((_request, response) => response.writeHead(404).end())
    await new Promise<void>((resolve) => other.listen(join(data, 'countersign.sock'), resolve))
    try {
      expect(await run('tools')).toMatchObject({ status: 0, stderr: '' })
    } finally {
      other.close()
    }
  })

  it('says what is in the way where the lock’s file is a folder', async () => {
    mkdirSync(join(data, 'lock.db'), { recursive: true })
    expectOneSentence(
      await run('tools'),
      /lock\.db is a folder, where a file has to be\. It was left as it is\. Move it away/,
    )
  })

  it.skipIf(process.platform === 'win32')(
    'leaves a pipe in the lock’s place as it is, and says so',
    async () => {
      mkdirSync(data)
      const lock = join(data, 'lock.db')
      execFileSync('mkfifo', ['-m', '640', lock])
      expectOneSentence(await run('tools'), /lock\.db is a pipe, a device or a socket, where a file/)
      expect(statSync(lock).mode & 0o777).toBe(0o640)
    },
  )

  it('says what to do when the lock’s file is damaged', async () => {
    mkdirSync(data)
    writeFileSync(join(data, 'lock.db'), 'not a lock '.repeat(100))
    expectOneSentence(await run('tools'), /lock\.db is damaged\. It holds no data: delete it/)
    expect(readFileSync(join(data, 'lock.db'), 'utf8')).toContain('not a lock')
  })
})

/** What a holder that died leaves: a socket's name in the folder, with nobody behind it. */
async function leaveSocket(path: string): Promise<void> {
  const kept = `${path}.kept`
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(kept, resolve))
  renameSync(kept, path)
  await new Promise((resolve) => server.close(resolve))
  expect(existsSync(path)).toBe(true)
}

describe('a data folder’s path', { timeout: limitMs }, () => {
  it.each([
    ['of more than 200 characters', `${'deep-folder/'.repeat(18)}data`],
    ['with spaces, umlauts and other scripts', 'Eigene Dateien/Übergrößen ☕ 資料/d a t a'],
    ['with a line break and quotes', 'a\n"b"\'c\'/data'],
  ])('%s works, and a command reaches its holder', async (_what, below) => {
    data = join(base, below)
    const work = join(base, 'Ordner mit Ümläuten')
    mkdirSync(work)
    const host = await startHost({ data, roots: [work] })
    try {
      const path = join(work, 'Größe & Maß.txt')
      const input = JSON.stringify({ path, content: 'ja\n' })
      expect((await run('call', 'create_file', input, '--approve', 'safe')).status).toBe(0)
      expect(readFileSync(path, 'utf8')).toBe('ja\n')
      expect((await run('grants')).stdout).toContain(work)
    } finally {
      await host.stop()
    }
    expect((await run('doctor')).status).toBe(0)
  })

  it('that is a file is refused, and the file is kept', async () => {
    writeFileSync(data, 'mine')
    expectOneSentence(await run('tools'), /can’t be written|not a folder/)
    expect(readFileSync(data, 'utf8')).toBe('mine')
  })

  it('is readable by this user alone', async () => {
    await run('tools')
    expect(statSync(data).mode & 0o077).toBe(0)
    for (const name of readdirSync(data)) expect(statSync(join(data, name)).mode & 0o077, name).toBe(0)
  })
})

describe('flags', { timeout: limitMs }, () => {
  it('says that a port is in use and which flag to change', async () => {
    const taken = createServer()
    const port = await listenOnLoopback(taken, 0)
    try {
      const finished = await run('serve', '--no-open', '--port', String(port))
      expectOneSentence(finished, new RegExp(`^Port ${port} is in use\\. Choose another with --port`))
      // The folder is free again at once.
      expect((await run('tools')).status).toBe(0)
    } finally {
      taken.close()
    }
  })

  it.each([
    [['serve', '--port', 'eighty'], /--port must be a whole number/],
    [['serve', '--port', '70000'], /--port must be a whole number from 0 to 65535/],
    [['serve', '--port'], /--port/],
    [['search', 'x', '--top-k', '0'], /--top-k must be a whole number/],
    [['search'], /QUERY is missing/],
    [['add'], /PATH is missing/],
    [['ask', 'x', '--approve', 'all'], /--approve can only be "safe"/],
    [['proposals', 'frobnicate', '1'], /no "proposals frobnicate"/],
    [['call', 'create_file', '[1'], /not JSON/],
    [['tools', '--frobnicate'], /frobnicate/],
  ])('%j is wrong use', async (args, words) => {
    expectOneSentence(await run(...args), words, 2)
    expect(existsSync(join(data, 'countersign.db'))).toBe(false)
  })

  it.each([
    [['call', 'no_such_tool', '{}'], /no_such_tool/, 1],
    [['proposals', 'show', '12345'], /12345/, 1],
    [['changes', 'undo', '12345'], /12345/, 1],
    [['ask', 'x', '--conversation', 'missing'], /conversation/i, 1],
    [['ask', 'x', '--assistant', 'nobody'], /no assistant "nobody"/, 1],
    [['search', 'x', '--collection', 'Missing'], /no collection "Missing"/, 1],
    [['serve', '--no-open', '--root', '/no/such/folder'], /\/no\/such\/folder/, 1],
    [['call', 'read_file', '{"path":7}'], /path/, 2],
  ])('%j fails with a sentence that names what is wrong', async (args, words, status) => {
    expectOneSentence(await run(...args), words, status)
  })
})
