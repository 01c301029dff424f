import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effectContext, type OpenFiles, openFiles, planText } from '../../../tests/support/open-files'
import { withFile, withFolder } from './handles'

let open: OpenFiles
let docs: string

beforeEach(async () => {
  open = openFiles()
  docs = open.docs
  await open.grants.grant(docs, 'read_write', 'flag')
})
afterEach(() => open.close())

const read = (path: string) => open.files.resolveReadable(path)
const create = (path: string) => open.files.planNewFile(path, 'x')

describe('paths outside the granted folders', () => {
  it('refuses a sibling whose name begins like the granted folder', async () => {
    mkdirSync(`${docs}-evil`)
    writeFileSync(`${docs}-evil/a.txt`, 'x')
    await expect(read(`${docs}-evil/a.txt`)).rejects.toMatchObject({ code: 'outside_grant' })
    await expect(create(`${docs}-evil/new.txt`)).rejects.toMatchObject({ code: 'outside_grant' })
  })

  it('refuses a way out by ..', async () => {
    writeFileSync(join(open.base, 'secret.txt'), 'x')
    for (const path of [`${docs}/../secret.txt`, '../secret.txt', `${docs}/a/../../secret.txt`]) {
      await expect(read(path)).rejects.toMatchObject({ code: 'outside_grant' })
    }
  })

  it('refuses every symbolic link that leads outside, also for what is not there yet', async () => {
    const outside = join(open.base, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'a.txt'), 'x')
    symlinkSync(join(outside, 'a.txt'), join(docs, 'file-link'))
    symlinkSync(outside, join(docs, 'folder-link'))
    symlinkSync('folder-link', join(docs, 'chain'))
    for (const path of ['file-link', 'folder-link/a.txt', 'chain/a.txt']) {
      await expect(read(join(docs, path))).rejects.toMatchObject({ code: 'outside_grant' })
    }
    for (const path of ['folder-link/new.txt', 'chain/new/deep.txt']) {
      await expect(create(join(docs, path))).rejects.toMatchObject({ code: 'outside_grant' })
    }
    const signal = new AbortController().signal
    await expect(open.files.planRemovals([join(docs, 'folder-link/a.txt')], signal)).rejects.toMatchObject({
      code: 'outside_grant',
    })
  })

  it('refuses dangling and looping links', async () => {
    symlinkSync(join(docs, 'nowhere'), join(docs, 'dangling'))
    symlinkSync('loop-b', join(docs, 'loop-a'))
    symlinkSync('loop-a', join(docs, 'loop-b'))
    await expect(create(join(docs, 'dangling'))).rejects.toMatchObject({ code: 'denied' })
    await expect(create(join(docs, 'dangling/x.txt'))).rejects.toMatchObject({ code: 'denied' })
    await expect(read(join(docs, 'loop-a'))).rejects.toMatchObject({ code: 'denied' })
  })

  it('follows a link that stays inside and names the real path', async () => {
    writeFileSync(join(docs, 'real.txt'), 'x')
    symlinkSync('real.txt', join(docs, 'alias.txt'))
    expect(await read(join(docs, 'alias.txt'))).toBe(join(docs, 'real.txt'))
  })

  it('refuses NUL, half characters and raw device paths', async () => {
    for (const path of [
      `${docs}/a\0b`,
      `${docs}/a\ud800b`,
      '\\\\?\\C:\\x',
      '\\\\.\\PhysicalDrive0',
      '//?/C:/x',
      '  ',
    ]) {
      await expect(read(path)).rejects.toMatchObject({ code: 'invalid_input' })
    }
  })
})

describe('which grant holds', () => {
  it('says how to grant when there is none', async () => {
    for (const grant of open.grants.list()) open.grants.revoke(grant.id)
    await expect(read('/anything')).rejects.toMatchObject({
      code: 'outside_grant',
      message: expect.stringMatching(/No folder is granted\..*Settings › Folders.*countersign grant/),
    })
  })

  it('resolves relative paths in the only folder, and asks when several could be meant', async () => {
    writeFileSync(join(docs, 'a.txt'), 'x')
    expect(await read('a.txt')).toBe(join(docs, 'a.txt'))
    const other = join(open.base, 'other')
    mkdirSync(other)
    await open.grants.grant(other, 'read_write', 'flag')
    expect(await read('a.txt')).toBe(join(docs, 'a.txt'))
    writeFileSync(join(other, 'a.txt'), 'x')
    await expect(read('a.txt')).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(other),
    })
    await expect(create('new.txt')).rejects.toMatchObject({ code: 'invalid_input' })
    symlinkSync('nowhere', join(docs, 'broken'))
    await expect(create('broken')).rejects.toMatchObject({
      code: 'denied',
      message: expect.stringContaining('something that is not there'),
    })
  })

  it('expands ~', async () => {
    writeFileSync(join(docs, 'a.txt'), 'x')
    expect(await read('~/docs/a.txt')).toBe(join(docs, 'a.txt'))
  })

  it('keeps a read-only folder read-only, also inside a writable one', async () => {
    const inner = join(docs, 'inner')
    mkdirSync(inner)
    await open.grants.grant(inner, 'read', 'flag')
    await expect(create(join(inner, 'a.txt'))).rejects.toMatchObject({ code: 'denied' })
    await expect(create(join(docs, 'a.txt'))).resolves.toBeDefined()
  })

  it('lets no read-only folder go along with what it is in, and a link to one go by itself', async () => {
    const inner = join(docs, 'outer/inner')
    mkdirSync(inner, { recursive: true })
    symlinkSync(inner, join(docs, 'link'))
    await open.grants.grant(inner, 'read', 'flag')
    const { signal } = new AbortController()
    const refused = { code: 'denied', said: { code: 'path.read_only', values: { path: inner } } }
    await expect(open.files.planRemovals([join(docs, 'outer')], signal)).rejects.toMatchObject(refused)
    const move = { from: join(docs, 'outer'), to: join(docs, 'moved') }
    await expect(open.files.planMoves([move], signal)).rejects.toMatchObject(refused)
    await expect(open.files.planRemovals([join(docs, 'link')], signal)).resolves.toBeDefined()
  })

  it('says unavailable, and makes nothing, when the granted folder is gone', async () => {
    rmSync(docs, { recursive: true })
    await expect(create(join(docs, 'a.txt'))).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('protected places', () => {
  it.each([
    '.ssh/id_rsa',
    '.SSH/config',
    '.ssh./x',
    '.ssh /x',
    '.s\u200csh/x',
    '.ſsh/x',
    '.ssh::$INDEX_ALLOCATION/x',
    '.gnupg/x',
    '.aws/credentials',
    '.config/gcloud/x',
    '.kube/config',
    '.env',
    'project/.env.local',
    '.envrc',
    '.netrc',
    '.npmrc',
    '.config/google-chrome/Default/Cookies',
    '.mozilla/firefox/x',
    'Library/Keychains/login.keychain-db',
    '.config/git/credentials',
    'AppData/Roaming/gcloud/credentials.db',
    'Library/Application Support/Microsoft Edge/Default/Cookies',
    'snap/chromium/common/chromium/Default/Cookies',
    '.var/app/org.chromium.Chromium/config/chromium/Default/Cookies',
  ])('refuses to read or write %j, there or not', async (path) => {
    await expect(create(join(docs, path))).rejects.toMatchObject({ code: 'denied' })
    await expect(read(join(docs, path))).rejects.toMatchObject({ code: 'denied' })
  })

  it('does not confuse harmless names with protected ones', async () => {
    for (const path of ['environment.md', 'ssh/notes.md', '.config/app.toml', 'my.env']) {
      await expect(create(join(docs, path))).resolves.toBeDefined()
    }
  })

  it('refuses the data folder by any name, and to move a folder that has it inside', async () => {
    const { close, grants, files, folder, base } = openFiles()
    try {
      await grants.grant(base, 'read_write', 'flag')
      symlinkSync(folder.root, join(base, 'alias'))
      for (const path of ['data/countersign.db', 'data/new.json', 'DATA/x', 'alias/countersign.db']) {
        await expect(files.planNewFile(join(base, path), 'x')).rejects.toMatchObject({ code: 'denied' })
        await expect(files.resolveReadable(join(base, path))).rejects.toMatchObject({ code: 'denied' })
      }
      await expect(files.planRemovals([folder.root], new AbortController().signal)).rejects.toMatchObject({
        code: 'denied',
      })
    } finally {
      close()
    }
  })
})

describe('what is swapped between check and use', () => {
  it('refuses a file below a folder that became a link to elsewhere', async () => {
    const sub = join(docs, 'sub')
    mkdirSync(sub)
    writeFileSync(join(sub, 'a.txt'), 'inside')
    const path = await read(join(sub, 'a.txt'))
    const outside = join(open.base, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'a.txt'), 'OUTSIDE')
    renameSync(sub, join(docs, 'moved'))
    symlinkSync(outside, sub)
    await expect(withFile(path, ({ handle }) => handle.readFile('utf8'))).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('refuses to open a link or a pipe in place of a file', async () => {
    writeFileSync(join(open.base, 'outside.txt'), 'x')
    symlinkSync(join(open.base, 'outside.txt'), join(docs, 'a.txt'))
    await expect(withFile(join(docs, 'a.txt'), async () => 0)).rejects.toMatchObject({ code: 'denied' })
  })

  it.runIf(process.platform === 'linux')(
    'works in the folder that was checked although its path is swapped',
    async () => {
      const sub = join(docs, 'sub')
      const outside = join(open.base, 'outside')
      mkdirSync(sub)
      mkdirSync(outside)
      await withFolder(sub, async (folder) => {
        renameSync(sub, join(docs, 'moved'))
        symlinkSync(outside, sub)
        writeFileSync(folder.at('a.txt'), 'x')
      })
      await expect(read(join(docs, 'moved/a.txt'))).resolves.toBeDefined()
      await expect(withFile(join(outside, 'a.txt'), async () => 0)).rejects.toMatchObject({
        code: 'not_found',
      })
    },
  )

  it('refuses an approved write whose folder leads outside by then', async () => {
    const sub = join(docs, 'sub')
    mkdirSync(sub)
    const { change } = await create(join(sub, 'a.txt'))
    const outside = join(open.base, 'outside')
    mkdirSync(outside)
    rmSync(sub, { recursive: true })
    symlinkSync(outside, sub)
    const effect = effectContext()
    await expect(open.files.apply(change, effect)).rejects.toMatchObject({ code: 'outside_grant' })
    expect(effect.journaled).toEqual([])
    await expect(withFile(join(outside, 'a.txt'), async () => 0)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('refuses an approved write when another file took the place, even with the same text', async () => {
    const path = join(docs, 'a.txt')
    writeFileSync(path, 'one')
    const change = await planText(open.files, path, 'two')
    writeFileSync(join(open.base, 'other.txt'), 'one')
    rmSync(path)
    linkSync(join(open.base, 'other.txt'), path)
    await expect(open.files.apply(change, effectContext())).rejects.toMatchObject({ code: 'conflict' })
  })
})
