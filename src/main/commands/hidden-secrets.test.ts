import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenFiles, openFiles } from '../../../tests/support/open-files'
import { sandboxArguments } from './sandbox'

let open: OpenFiles
beforeEach(async () => {
  open = openFiles()
  await open.grants.grant(open.docs, 'read_write', 'flag')
})
afterEach(() => open.close())

const at = (name: string) => join(open.docs, name)

describe('what bubblewrap is told to hide', () => {
  const put = (name: string) => {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), 'secret')
  }
  const argumentsOf = async () =>
    sandboxArguments({
      grant: open.docs,
      folder: open.docs,
      network: false,
      home: open.base,
      ownFolders: open.files.ownFolders,
      grants: open.grants.list(),
      secrets: await open.files.protectedInside(open.docs),
    }).join(' ')

  it('is every secret in the granted folder, at any depth and in any spelling', async () => {
    for (const name of [
      '.env',
      'a/b/.ENV.local',
      'a/.ssh/id',
      'node_modules/x/.npmrc',
      'keys.kdbx',
      'plain.txt',
    ])
      put(name)
    const told = await argumentsOf()
    for (const file of ['.env', 'a/b/.ENV.local', 'node_modules/x/.npmrc', 'keys.kdbx'])
      expect(told).toContain(`--ro-bind /dev/null ${at(file)}`)
    expect(told).toContain(`--tmpfs ${at('a/.ssh')}`)
    expect(told).not.toContain('plain.txt')
    expect(told.indexOf(`--bind ${open.docs}`)).toBeLessThan(told.indexOf(at('.env')))
  })

  it('is what a link of such a name leads to, never the granted folder itself', async () => {
    put('plain/kept')
    symlinkSync(at('plain/kept'), at('.env'))
    symlinkSync('.', at('.envrc'))
    symlinkSync('nowhere', at('.env.gone'))
    const told = await argumentsOf()
    expect(told).toContain(`--ro-bind /dev/null ${at('plain/kept')}`)
    expect(told).not.toContain(`--tmpfs ${open.docs}`)
    expect(told).not.toContain('nowhere')
  })
})
