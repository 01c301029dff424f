import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { findChromium } from '../electron/stand-in/find-binaries'
import { because, onSmallDisk } from '../support/disk/on-small-disk'
import { noSmallDisk } from '../support/disk/small-disk'
import { runCommand } from '../support/run-command'
import { branchedConversation } from '../support/sample-exports'
import { freshFolder, startHost } from '../support/start-host'

const limitMs = 120_000

let base: string
let data: string
let file: string

beforeEach(async () => {
  base = realpathSync(freshFolder('data-commands'))
  data = join(base, 'data')
  file = join(base, 'backup.zip')
  writeFileSync(join(base, 'tide.md'), '# Tide\n\nThe pilot marks the outer buoy at dawn.\n')
  expect(await run('add', join(base, 'tide.md'))).toMatchObject({ status: 0 })
})

const run = (...args: string[]) => runCommand([...args, '--data', data])
const json = (text: string) => JSON.parse(text) as Record<string, unknown>
/** The search index is made again; what takes a moment at the start of the application is asked for here. */
const found = async () => {
  expect(await run('doctor', '--index', 'rebuild')).toMatchObject({ status: 0 })
  const { stdout } = await run('search', 'pilot buoy', '--json')
  return (JSON.parse(stdout) as { results: { title: string }[] }).results.map(({ title }) => title)
}

describe('doctor', { timeout: limitMs }, () => {
  it('says that the original of a document is gone, and ends with 1', async () => {
    const whole = await run('doctor', '--json')
    expect(whole.status).toBe(0)
    const originals = async () =>
      (JSON.parse((await run('doctor', '--json')).stdout) as { checks: { name: string }[] }).checks.find(
        ({ name }) => name === 'originals',
      )
    expect(await originals()).toMatchObject({ ok: true, detail: 'Of 1 document the original is there' })
    rmSync(join(data, 'blobs'), { recursive: true })
    expect((await run('doctor')).status).toBe(1)
    expect(await originals()).toMatchObject({ ok: false, detail: expect.stringContaining('“Tide”') })
  })

  it('says that the stored keys are damaged, although no model is used that needs one', async () => {
    const keys = async () => {
      const { status, stdout } = await run('doctor', '--json')
      const { checks } = JSON.parse(stdout) as { checks: { name: string }[] }
      return [status, checks.find(({ name }) => name === 'stored keys')]
    }
    expect(await keys()).toEqual([0, expect.objectContaining({ ok: true, detail: 'None is stored' })])
    const path = join(data, 'secrets.json')
    writeFileSync(path, '{"token": "one", "http-tool 2": "{}"}')
    expect(await keys()).toEqual([0, expect.objectContaining({ detail: '2 entries can be read' })])
    writeFileSync(path, '{"token": "on')
    const why = `The stored keys in ${path} can’t be read. Remove the file and enter them again.`
    expect(await keys()).toEqual([1, expect.objectContaining({ ok: false, detail: why })])
  })

  it('says whether there is a browser for web pages, and that the one that is named is not there', async () => {
    const asked = async (environment: NodeJS.ProcessEnv) => {
      const { status, stdout } = await runCommand(['doctor', '--json', '--data', data], { environment })
      const { checks } = JSON.parse(stdout) as { checks: { name: string }[] }
      return [status, checks.find(({ name }) => name === 'page browser')]
    }
    const none = { ok: true, detail: expect.stringContaining('COUNTERSIGN_CHROMIUM') }
    expect(await asked({})).toEqual([0, expect.objectContaining(none)])
    // Not below this folder, which the user that it is started as may not enter.
    const named = '/nowhere/chromium'
    const missing = { ok: false, detail: expect.stringContaining(`${named}: ENOENT`) }
    expect(await asked({ COUNTERSIGN_CHROMIUM: named })).toEqual([1, expect.objectContaining(missing)])
    const found = { ok: true, detail: 'Runs the scripts of web pages' }
    expect(await asked({ COUNTERSIGN_CHROMIUM: findChromium() })).toEqual([0, expect.objectContaining(found)])
  })
})

describe('backup, restore and export, alone', { timeout: limitMs }, () => {
  it('bring everything back into a folder that has nothing', async () => {
    const written = await run('backup', file, '--json')
    expect(written).toMatchObject({ status: 0 })
    expect(json(written.stdout)).toMatchObject({ path: file, documents: 1, missing: 0, audit_intact: true })
    expect(statSync(file).mode & 0o777).toBe(0o600)

    rmSync(data, { recursive: true })
    const restored = await run('restore', file, '--yes', '--json')
    expect(restored).toMatchObject({ status: 0 })
    expect(json(restored.stdout)).toMatchObject({ status: 'restored', former: null })
    expect(await found()).toEqual(['Tide'])
    expect(await run('doctor')).toMatchObject({ status: 0 })
  })

  it('puts the present data aside, whole, also where its database is broken', async () => {
    await run('backup', file)
    writeFileSync(join(data, 'countersign.db'), 'broken')
    expect(await run('search', 'pilot')).toMatchObject({ status: 1 })
    const restored = await run('restore', file, '--yes', '--json')
    expect(restored).toMatchObject({ status: 0 })
    const former = String(json(restored.stdout).former)
    expect(former).toMatch(/data-before-restore-\d{4}-\d\d-\d\d$/)
    expect(readFileSync(join(former, 'countersign.db'), 'utf8')).toBe('broken')
    expect(await found()).toEqual(['Tide'])
  })

  it('needs no more than the file in a script, and puts the present data aside then too', async () => {
    await run('backup', file)
    const before = statSync(join(data, 'countersign.db')).ino
    const restored = await run('restore', file, '--json')
    expect(restored).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(
        /Backup of [A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d{2}\s[AP]M by Countersign/,
      ),
    })
    const former = String(json(restored.stdout).former)
    expect(statSync(join(former, 'countersign.db')).ino).toBe(before)
    expect(await found()).toEqual(['Tide'])
  })

  it('tell wrong use with 2, and with 1 what can’t be done', async () => {
    expect(await run('backup')).toMatchObject({ status: 2 })
    expect(await run('restore', '--yes')).toMatchObject({ status: 2 })
    expect(await run('restore', file, '--cancel')).toMatchObject({ status: 2 })
    expect(await run('export')).toMatchObject({ status: 2 })
    expect(await run('restore', join(base, 'tide.md'), '--yes')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is not a backup of Countersign'),
    })
    writeFileSync(file, 'mine')
    const refused = await run('backup', file, '--json')
    expect(refused).toMatchObject({ status: 1 })
    expect(json(refused.stdout)).toMatchObject({
      error: {
        code: 'already_exists',
        message: expect.stringContaining('add --force to replace it'),
        said: { code: 'data.file_there' },
      },
    })
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect(await run('backup', file, '--force')).toMatchObject({ status: 0 })
    expect(await run('restore', '--cancel')).toMatchObject({ status: 0, stdout: 'No restore waits.\n' })
  })

  it('writes an export that says what is where', async () => {
    const target = join(base, 'export')
    const written = await run('export', target, '--json')
    expect(written).toMatchObject({ status: 0 })
    expect(json(written.stdout)).toMatchObject({ path: target, documents: 1, missing: 0 })
    expect(readdirSync(target).sort()).toEqual([
      'README.txt',
      'activity',
      'assistants',
      'contacts.json',
      'contacts.vcf',
      'conversations',
      'library',
      'missions.json',
      'notes',
      'sequences',
      'settings.json',
      'tasks.json',
    ])
    expect(await run('export', target)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('not empty'),
    })
  })

  it('show what an import would bring, and bring it with a yes, once', async () => {
    const path = join(base, 'conversations.json')
    writeFileSync(path, JSON.stringify([branchedConversation]))
    const shown = await run('import', path, '--json')
    expect(shown).toMatchObject({ status: 3 })
    expect(json(shown.stdout)).toMatchObject({ status: 'pending', tool: 'import_data' })
    const brought = await run('import', path, '--yes', '--json')
    expect(brought).toMatchObject({ status: 0 })
    expect(json(brought.stdout)).toMatchObject({
      status: 'applied',
      result: { state: { source: 'chatgpt', conversations: 1 } },
    })
    expect(await run('import', path)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('1 thing is here already'),
    })
    const refused = await run('import', join(base, 'data'))
    expect(refused.status).toBe(1)
    expect(await run('import')).toMatchObject({ status: 2 })
  })
})

describe('backup and restore, while the application is open', { timeout: limitMs }, () => {
  it('go through it; the restore takes place at its next start', async () => {
    const host = await startHost({ data, roots: [] })
    try {
      expect(await run('backup', file)).toMatchObject({ status: 0 })
      await run('call', 'create_collection', '{"name":"Newer"}', '--approve', 'safe')
      const waiting = await run('restore', file, '--yes', '--json')
      expect(waiting).toMatchObject({ status: 0 })
      expect(json(waiting.stdout)).toMatchObject({ status: 'waiting' })
      expect((await run('call', 'list_collections', '{}')).stdout).toContain('Newer')
      expect(await run('restore', '--cancel', '--json')).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('true'),
      })
      expect(existsSync(join(data, 'restore'))).toBe(false)
      expect(await run('restore', file, '--yes')).toMatchObject({ status: 0 })
    } finally {
      await host.stop()
    }
    expect((await run('call', 'list_collections', '{}')).stdout).not.toContain('Newer')
    expect(await found()).toEqual(['Tide'])
    expect(await run('doctor')).toMatchObject({ status: 0 })
  })
})

const stage = onSmallDisk()

describe.skipIf(noSmallDisk !== null)(`a disk without room${because}`, { timeout: limitMs }, () => {
  it('fails a backup with one sentence and leaves no half file', async () => {
    writeFileSync(join(base, 'long.txt'), randomBytes(200_000).toString('hex'))
    await run('add', join(base, 'long.txt'))
    stage.disk.fill(64 * 1024)
    const onDisk = join(stage.disk.path, 'backup.zip')
    const failed = await runCommand(['backup', onDisk, '--data', data], { prefix: stage.disk.prefix })
    expect(failed).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/disk is full.*kept.*Make room/s),
    })
    expect(readdirSync(stage.disk.seen(stage.disk.path)).filter((name) => name !== '.filler')).toEqual([])
    expect(readdirSync(join(data, 'backups'))).toEqual([])
  })

  it('refuses a restore before anything is unpacked', async () => {
    await run('backup', file)
    const small = join(stage.disk.path, 'data')
    mkdirSync(stage.disk.seen(small))
    chmodSync(stage.disk.seen(small), 0o700)
    const failed = await runCommand(['restore', file, '--yes', '--data', small], {
      prefix: stage.disk.prefix,
    })
    expect(failed).toMatchObject({ status: 1, stderr: expect.stringMatching(/free; .* needed.*Make room/s) })
    expect(readdirSync(stage.disk.seen(small))).not.toContain('restore')
    expect(readdirSync(stage.disk.seen(small))).not.toContain('countersign.db')
  })
})
