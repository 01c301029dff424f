import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../support/run-command'
import { freshFolder } from '../support/start-host'
import { expectOneSentence } from './one-sentence'

const limitMs = 30_000
/** The system's user "nobody". */
const nobody = 65_534
const administrator = process.getuid?.() === 0

let whole: string
let data: string
let database: string

beforeAll(async () => {
  const made = freshFolder('whole')
  expect(await runCommand(['grant', made, '--data', join(made, 'data')])).toMatchObject({ status: 0 })
  whole = join(made, 'data', 'countersign.db')
}, limitMs)

beforeEach(() => {
  data = freshFolder('fault')
  database = join(data, 'countersign.db')
  copyFileSync(whole, database)
})
afterEach(() => {
  chmodSync(data, 0o700)
  rmSync(data, { recursive: true, force: true })
})

const run = (...args: string[]) => runCommand([...args, '--data', data])
const makePipe = (path: string) => void execFileSync('mkfifo', [path])
const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Every way in refuses with the same sentence, and the file stays as it is to the bit. */
async function expectRefused(words: RegExp, more: { readonly user?: number } = {}): Promise<void> {
  const before = { hash: hash(database), mtime: statSync(database).mtimeMs }
  for (const command of [['doctor'], ['tools'], ['serve', '--no-open']]) {
    expectOneSentence(await runCommand([...command, '--data', data], more), words)
  }
  expect({ hash: hash(database), mtime: statSync(database).mtimeMs }).toEqual(before)
}

describe('a database that can’t be opened', { timeout: limitMs }, () => {
  it('is refused and left alone when a newer version wrote it', async () => {
    const raw = new BetterSqlite3(database)
    raw.pragma('user_version = 9999')
    raw.close()
    await expectRefused(/written by a newer Countersign \(schema 9999/)
  })

  it('is refused and left alone when it is something else', async () => {
    writeFileSync(database, 'Dear diary, this is not a database.\n'.repeat(500))
    await expectRefused(/is not a database.*left as it is/)
  })

  it('is the check that fails in the doctor’s report', async () => {
    writeFileSync(database, 'Dear diary, this is not a database.\n'.repeat(500))
    const { status, stdout } = await run('doctor', '--json')
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      checks: [
        { name: 'version', ok: true },
        { name: 'database', ok: false, detail: expect.stringContaining('is not a database') },
      ],
      error: { code: 'corrupt' },
    })
  })

  it('is refused and left alone when another program made it', async () => {
    rmSync(database)
    const raw = new BetterSqlite3(database)
    raw.exec('CREATE TABLE songs (title TEXT)')
    raw.close()
    await expectRefused(/is not a database of Countersign/)
  })

  it('is refused and left alone when it is empty', async () => {
    writeFileSync(database, '')
    await expectRefused(/is empty \(0 bytes\)/)
  })

  it('is refused and left alone when it is cut off', async () => {
    truncateSync(database, Math.floor(statSync(database).size / 8192) * 4096)
    await expectRefused(/is cut off/)
  })

  it('is refused and left alone when it is a copy beside the log of the one before, which would be mixed into it', async () => {
    const [log, copy, kept] = [`${database}-wal`, join(data, 'copy.db'), join(data, 'kept-wal')]
    const raw = new BetterSqlite3(database)
    raw.prepare('VACUUM INTO ?').run(copy)
    raw.exec("INSERT INTO settings (key, value) VALUES ('a', '1')")
    copyFileSync(log, kept)
    raw.close()
    copyFileSync(copy, database)
    copyFileSync(kept, log)
    await expectRefused(/countersign\.db-wal holds changes of another database than .*Move the former away/)
    expect(hash(log)).toBe(hash(kept))
    rmSync(log)
    expect(await run('tools')).toMatchObject({ status: 0 })
  })

  it('is refused when a folder stands in its place', async () => {
    rmSync(database)
    mkdirSync(database)
    for (const command of ['doctor', 'tools'])
      expectOneSentence(await run(command), /countersign\.db is not a file/)
  })

  it('is not begun anew where its link leads to a disk that is not connected', async () => {
    const elsewhere = join(data, 'away', 'countersign.db')
    rmSync(database)
    symlinkSync(elsewhere, database)
    for (const command of ['doctor', 'tools'])
      expectOneSentence(await run(command), /is a link to a file that is not there/)
    expect(readlinkSync(database)).toBe(elsewhere)
  })

  it('says what is in the way of the room that it reserves, and takes a link or a pipe there for nothing', async () => {
    const reserve = `${database}.reserve`
    expect(await run('tools')).toMatchObject({ status: 0 })
    rmSync(reserve)
    mkdirSync(reserve)
    expectOneSentence(await run('tools'), /countersign\.db\.reserve is a folder, where a file has to be/)
    rmSync(reserve, { recursive: true })
    for (const to of [join(data, 'nowhere'), reserve]) {
      symlinkSync(to, reserve)
      expect(await run('tools')).toMatchObject({ status: 0 })
      expect(lstatSync(reserve).isFile()).toBe(true)
      rmSync(reserve)
    }
  })

  it.each([
    ['countersign.db-wal', 'a folder', (path: string) => void mkdirSync(path)],
    ['countersign.db-wal', 'a link', (path: string) => symlinkSync(path, path)],
    ['countersign.db-shm', 'a pipe, a device or a socket', makePipe],
    ['countersign.db-journal', 'a pipe, a device or a socket', makePipe],
    ['lock.db', 'a link', (path: string) => symlinkSync(path, path)],
  ])('says what is in the way of its %s, and waits for none: %s', async (name, what, make) => {
    const path = join(data, name)
    rmSync(path, { force: true })
    make(path)
    expectOneSentence(
      await run('tools'),
      new RegExp(`/${name} is ${what}, where a file has to be\\. It was left as it is\\. Move it away`),
    )
    rmSync(path, { recursive: true })
    expect(await run('tools')).toMatchObject({ status: 0 })
  })

  it('says that a restore waits where a pipe is in the place of its mark, and gives it up', async () => {
    mkdirSync(join(data, 'restore', 'content'), { recursive: true })
    copyFileSync(database, join(data, 'restore', 'content', 'countersign.db'))
    makePipe(join(data, 'restore', 'pending.json'))
    expect((await run('tools')).stderr).toMatch(/^A restore waits, but .*can’t be read\. Nothing was changed/)
    expect(await run('restore', '--cancel')).toMatchObject({ status: 0 })
    expect(await run('tools')).toMatchObject({ status: 0 })
  })

  it('is checked to the end where a pipe is in the place of the stored keys', async () => {
    makePipe(join(data, 'secrets.json'))
    const { status, stdout } = await run('doctor')
    expect(status).toBe(1)
    expect(stdout).toMatch(/BAD +stored keys: .*secrets\.json can’t be read/)
  })

  it('opens although something else is where a waiting restore would be, and says what is where its socket is to be', async () => {
    writeFileSync(join(data, 'restore'), 'x')
    expect(await run('call', 'list_notes')).toMatchObject({ status: 0 })
    mkdirSync(join(data, 'countersign.sock'))
    expectOneSentence(await run('call', 'list_notes'), /countersign\.sock is a folder, where/)
  })

  it('is told by the doctor when pages inside are damaged', async () => {
    const bytes = readFileSync(database)
    bytes.fill(0xa5, 4096 * 3, bytes.length - 4096)
    writeFileSync(database, bytes)
    const { status, stdout, stderr } = await run('doctor')
    expect(status).toBe(1)
    expect(`${stdout}${stderr}`).toMatch(/damaged|malformed|corrupt/i)
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/)
  })

  it('is refused when only reading is allowed', async () => {
    chmodSync(database, 0o400)
    await expectRefused(/can’t be written, so nothing was opened or changed/)
  })

  it.skipIf(!administrator)('is refused when the whole folder belongs to someone else', async () => {
    chmodSync(data, 0o755)
    chmodSync(database, 0o644)
    await expectRefused(/can’t be written/, { user: nobody })
  })

  it.skipIf(!administrator)('is refused when the folder is read-only for its owner', async () => {
    chownSync(data, nobody, nobody)
    chownSync(database, nobody, nobody)
    chmodSync(data, 0o500)
    const before = hash(database)
    for (const command of ['doctor', 'tools']) {
      expectOneSentence(await runCommand([command, '--data', data], { user: nobody }), /can’t be written/)
    }
    expect(hash(database)).toBe(before)
  })
})
