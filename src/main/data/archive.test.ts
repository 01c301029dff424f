import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { makeZip, type ZipPart } from '../../../tests/support/make-zip'
import { createBlobStore } from '../changes/blobs'
import { migrations } from '../db/migrate'
import { openDatabase } from '../db/open'
import { createDataFolder, type DataFolder, dataFolderAt } from '../disk/data-folder'
import { backupVersion, type Manifest } from './manifest'
import { lookAtBackup, unpackBackup } from './unpack-backup'
import { writeArchive } from './write-archive'

const random = randomBytes(100_000)
const text = Buffer.from('text '.repeat(20_001))

let base: string
let folder: DataFolder
/** A whole backup, entry by entry. */
let whole: Map<string, Buffer>
let into: string
let tests = 0

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'archive-')))
  folder = dataFolderAt(join(base, 'data'))
  createDataFolder(folder)
  openDatabase(folder.database).close()
  const blobs = createBlobStore(folder.blobs)
  await blobs.putBytes(random)
  await blobs.putBytes(text)
  await blobs.putBytes(Buffer.alloc(0))
  mkdirSync(join(folder.trash, 'one', 'content', 'deep'), { recursive: true })
  writeFileSync(join(folder.trash, 'one', 'content', 'deep', 'CON: a\\b.txt'), 'trashed', { mode: 0o640 })
  symlinkSync('/etc/passwd', join(folder.trash, 'one', 'content', 'link'))
  // On most disks of Linux these are two.
  for (const name of ['\u00e9', 'e\u0301']) writeFileSync(join(folder.trash, 'one', 'content', name), name)
  mkdirSync(join(folder.trash, 'two.leaving', 'content'), { recursive: true })
  whole = await entriesOf(await written('whole.zip'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))
beforeEach(() => {
  tests += 1
  into = join(base, `into-${tests}`)
})

async function written(name: string, alwaysLong = false): Promise<string> {
  const file = join(base, name)
  await writeArchive({
    ...{ folder, file, application: '1.2.3', now: Date.now(), alwaysLong },
    copy: join(folder.backups, 'snapshot'),
    taken: () => undefined,
    progress: () => undefined,
    stopIfAsked: () => undefined,
  })
  rmSync(join(folder.backups, 'snapshot.unfinished'))
  return file
}

async function entriesOf(path: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(path, { autoClose: false })
  const entries = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = []
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer)
    entries.set(entry.fileName, Buffer.concat(parts))
  }
  zip.close()
  return entries
}

const unpack = (path: string) =>
  unpackBackup({
    ...{ path, into, root: folder.root, former: null, now: Date.now() },
    progress: () => undefined,
    stopIfAsked: () => undefined,
  })

type Change = (manifest: Manifest, entries: Map<string, Buffer>) => void

/** The whole backup with something else in it, its manifest written anew. */
function forged(change: Change, extra: readonly ZipPart[] = []): string {
  const entries = new Map(whole)
  const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '') as Manifest
  entries.delete('manifest.json')
  change(manifest, entries)
  entries.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  const parts = [...entries].map(([name, content]): ZipPart => ({ name, content }))
  return saved(makeZip([...parts, ...extra]))
}

function saved(bytes: Uint8Array): string {
  const path = join(base, `forged-${tests}.zip`)
  writeFileSync(path, bytes)
  return path
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Puts a file into both, as if it had always been there. */
const put = (manifest: Manifest, entries: Map<string, Buffer>, path: string[], content = 'hostile') => {
  const name = `files/${9000 + manifest.entries.length}`
  const bytes = Buffer.from(content)
  entries.set(name, bytes)
  const file = {
    kind: 'file',
    name,
    size: bytes.length,
    sha256: sha256(bytes),
    path,
    mode: 0o600,
    modifiedMs: 0,
  }
  manifest.entries.push(file as Manifest['entries'][number])
}
const aBlob = (manifest: Manifest) => {
  const found = manifest.entries.find(
    (entry) => entry.kind === 'file' && entry.name.startsWith('blobs/') && entry.size > 0,
  )
  if (found?.kind !== 'file') throw new Error('The backup has no stored content.')
  return found
}

describe('a backup', () => {
  it('comes back as it was, with links, permissions and times, in the long form too', async () => {
    for (const [name, long] of [
      ['short.zip', false],
      ['long.zip', true],
    ] as const) {
      const path = await written(name, long)
      const target = join(base, `whole-${name}`)
      into = target
      await unpack(path)
      expect(readdirSync(target).sort()).toEqual(['blobs', 'countersign.db', 'trash', 'uploads'])
      const deep = join('one', 'content', 'deep', 'CON: a\\b.txt')
      expect(readFileSync(join(target, 'trash', deep), 'utf8')).toBe('trashed')
      const { mode, mtimeMs } = lstatSync(join(target, 'trash', deep))
      const original = lstatSync(join(folder.trash, deep))
      expect([mode, Math.floor(mtimeMs)]).toEqual([original.mode, Math.floor(original.mtimeMs)])
      for (const [entry, content] of whole) {
        if (entry.startsWith('blobs/')) expect(readFileSync(join(target, entry)).equals(content)).toBe(true)
      }
    }
  })

  it('has nothing of what is being removed from the trash', () => {
    expect([...whole.keys()].filter((name) => name.startsWith('trash/two'))).toEqual([])
  })

  it('stores what does not shrink as it is, and the rest shorter', async () => {
    const path = await written('sizes.zip')
    const zip = await openPromise(path, { autoClose: false })
    const methods = new Map<number, number>()
    for await (const entry of zip.eachEntry()) methods.set(entry.uncompressedSize, entry.compressionMethod)
    zip.close()
    const [stored, deflated] = [0, 8]
    expect(methods.get(random.length)).toBe(stored)
    expect(methods.get(text.length)).toBe(deflated)
  })

  it('says what it is without being unpacked', async () => {
    expect(await lookAtBackup(join(base, 'whole.zip'))).toMatchObject({
      application: '1.2.3',
      ...{ conversations: 0, documents: 0, notes: 0, contacts: 0, tasks: 0, changes: 0 },
      auditIntact: true,
      missing: 0,
    })
  })
})

function piped(): string {
  const path = join(base, `pipe-${tests}`)
  if (process.platform !== 'win32') execFileSync('mkfifo', [path])
  else writeFileSync(path, '')
  return path
}

describe('what is no backup of this version', () => {
  it.each<[string, () => string | Promise<string>, string, RegExp]>([
    ['a file of something else', () => saved(Buffer.from('hello')), 'unsupported', /not a backup/],
    ['an empty file', () => saved(Buffer.alloc(0)), 'unsupported', /not a backup/],
    ['another archive', () => saved(makeZip({ 'word/document.xml': '<x/>' })), 'unsupported', /not a backup/],
    [
      'an archive with another manifest',
      () => saved(makeZip({ 'manifest.json': '{"format":"other"}' })),
      'unsupported',
      /not a backup/,
    ],
    [
      'a backup that is cut off',
      () => saved(readFileSync(join(base, 'whole.zip')).subarray(0, 60_000)),
      'unsupported',
      /cut off/,
    ],
    [
      'one of a later form',
      () => forged((manifest) => Object.assign(manifest, { version: backupVersion + 1 })),
      'newer_version',
      /newer Countersign/,
    ],
    [
      'one of a later schema',
      () => forged((manifest) => Object.assign(manifest, { schema: migrations.length + 1 })),
      'newer_version',
      /newer Countersign/,
    ],
    ['a folder', () => base, 'invalid_input', /is a folder/],
    ['a pipe, without being waited for', piped, 'unsupported', /not a backup/],
    ['nothing', () => join(base, 'none.zip'), 'not_found', /is not there/],
  ])('%s is refused', async (_what, make, code, sentence) => {
    await expect(unpack(await make())).rejects.toMatchObject({
      code,
      message: expect.stringMatching(sentence),
    })
    expect(existsSync(into)).toBe(false)
  })
})

describe('a backup that was tampered with', () => {
  const cases: [string, Change, (readonly ZipPart[])?][] = [
    [
      'has other bytes of the same length',
      (manifest, entries) => {
        const { name, size } = aBlob(manifest)
        entries.set(name, Buffer.alloc(size, 'x'))
      },
    ],
    [
      'has more bytes than it says',
      (manifest, entries) => {
        const { name } = aBlob(manifest)
        entries.set(name, Buffer.concat([entries.get(name) ?? Buffer.alloc(0), Buffer.from('more')]))
      },
    ],
    [
      'has fewer bytes than it says',
      (manifest, entries) => {
        const { name, size } = aBlob(manifest)
        entries.set(name, (entries.get(name) ?? Buffer.alloc(0)).subarray(0, size - 1))
      },
    ],
    ['lacks an entry', (manifest, entries) => entries.delete(aBlob(manifest).name)],
    [
      'has an entry that its manifest does not know',
      (_manifest, entries) => entries.set('files/1', Buffer.from('x')),
    ],
    ['has an entry twice', () => undefined, [{ name: 'countersign.db', content: 'other' }]],
    ['has an entry that leads out', () => undefined, [{ name: '../out.txt', content: 'out' }]],
    ['has an entry at the root of the disk', () => undefined, [{ name: '/tmp/out.txt', content: 'out' }]],
    ['has an entry with a password', () => undefined, [{ name: 'files/2', content: 'x', isEncrypted: true }]],
    [
      'puts a file outside by its path',
      (manifest, entries) => put(manifest, entries, ['trash', '..', '..', 'out.txt']),
    ],
    [
      'puts a file outside by a separator',
      (manifest, entries) => put(manifest, entries, ['trash', 'x/../../out.txt']),
    ],
    ['puts a file beside the trash', (manifest, entries) => put(manifest, entries, ['secrets.json', 'x'])],
    [
      'puts a file through a link',
      (manifest, entries) => {
        manifest.entries.push({ kind: 'link', path: ['trash', 'gate'], target: base })
        put(manifest, entries, ['trash', 'gate', 'out.txt'])
      },
    ],
    [
      'puts two files in one place',
      (manifest, entries) => {
        put(manifest, entries, ['trash', 'same'])
        put(manifest, entries, ['trash', 'same'])
      },
    ],
    [
      'puts a file below a file',
      (manifest, entries) => {
        put(manifest, entries, ['trash', 'a'])
        put(manifest, entries, ['trash', 'a', 'b'])
      },
    ],
    [
      'keeps a content under another name',
      (manifest, entries) => {
        const blob = aBlob(manifest)
        const name = `blobs/ab/${'ab'.repeat(32)}`
        entries.set(name, entries.get(blob.name) ?? Buffer.alloc(0))
        entries.delete(blob.name)
        blob.name = name
      },
    ],
    [
      'says something of itself that it does not know',
      (manifest) => Object.assign(manifest, { run: 'this' }),
    ],
    [
      'has no database',
      (manifest, entries) => {
        manifest.entries = manifest.entries.filter(
          (entry) => entry.kind !== 'file' || entry.name !== 'countersign.db',
        )
        entries.delete('countersign.db')
      },
    ],
    [
      'has something else for a database',
      (manifest, entries) => {
        const other = Buffer.from(
          'no database at all, but as long as a header of one is, which has a hundred bytes, so that it is looked at',
        )
        entries.set('countersign.db', other)
        const [database] = manifest.entries
        if (database?.kind === 'file') Object.assign(database, { size: other.length, sha256: sha256(other) })
      },
    ],
  ]
  it.each(cases)('that %s is refused, and nothing is written outside', async (_what, change, extra = []) => {
    const path = forged(change, extra)
    const before = readdirSync(base).filter((name) => !name.startsWith('into-'))
    await expect(unpack(path)).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(/damaged/),
    })
    expect(readdirSync(base).filter((name) => !name.startsWith('into-'))).toEqual(before)
    expect(existsSync(join(base, 'out.txt'))).toBe(false)
    expect(existsSync('/tmp/out.txt')).toBe(false)
  })

  it('that has a link as an entry is refused', async () => {
    const path = join(base, 'link.zip')
    const zip = new ZipFile()
    for (const [name, content] of whole) zip.addBuffer(content, name)
    zip.addBuffer(Buffer.from('/etc/passwd'), 'files/3', { mode: 0o120777 })
    zip.end()
    await finished(zip.outputStream.pipe(createWriteStream(path)))
    await expect(unpack(path)).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('that unpacks to far more than it says is left at once', async () => {
    let unpacked = 0
    const path = forged((manifest, entries) => {
      const { name } = aBlob(manifest)
      entries.set(name, Buffer.alloc(200_000_000))
    })
    const options = { path, into, root: folder.root, former: null, now: 0, stopIfAsked: () => undefined }
    const progress = (_stage: string, done: number) => {
      unpacked = done
    }
    await expect(unpackBackup({ ...options, progress })).rejects.toMatchObject({ code: 'corrupt' })
    expect(unpacked).toBeLessThan(5_000_000)
  })

  it('whose record of changes was altered is refused', async () => {
    const other = join(base, 'altered')
    const altered = dataFolderAt(other)
    createDataFolder(altered)
    const db = openDatabase(altered.database)
    db.raw
      .prepare("INSERT INTO audit VALUES (1, 1, 'policy.set', '{}', ?, ?)")
      .run('0'.repeat(64), 'f'.repeat(64))
    db.raw.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
    const bytes = readFileSync(altered.database)
    const path = forged((manifest, entries) => {
      entries.set('countersign.db', bytes)
      const [database] = manifest.entries
      if (database?.kind === 'file') Object.assign(database, { size: bytes.length, sha256: sha256(bytes) })
    })
    await expect(unpack(path)).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(/altered/),
    })
  })
})
