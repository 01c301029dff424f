import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureElectron, installedElectron, noWindowReason } from './electron.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'electron-'))
  write('package.json', '{"version":"45.4.1"}')
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path, text) {
  const file = join(folder, 'node_modules', 'electron', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
function install() {
  write('path.txt', 'electron')
  write('dist/version', '45.4.1')
  write('dist/electron', '')
}
const withDisplay = { platform: 'linux', env: { DISPLAY: ':0' }, user: 1000 }

describe("Electron's program", () => {
  it('is found when path, version and file agree', () => {
    install()
    expect(installedElectron(folder)).toBe(join(folder, 'node_modules', 'electron', 'dist', 'electron'))
  })

  it('counts as missing when nothing was fetched', () => expect(installedElectron(folder)).toBeUndefined())

  it('counts as missing when it is of another version', () => {
    install()
    write('dist/version', '44.0.0')
    expect(installedElectron(folder)).toBeUndefined()
  })

  it('counts as missing when unpacking was cut off before path.txt', () => {
    install()
    rmSync(join(folder, 'node_modules', 'electron', 'path.txt'))
    expect(installedElectron(folder)).toBeUndefined()
  })

  it('counts as missing when its file is gone', () => {
    install()
    rmSync(join(folder, 'node_modules', 'electron', 'dist', 'electron'))
    expect(installedElectron(folder)).toBeUndefined()
  })

  it('is not fetched where there is no display', async () => {
    const fetch = () => Promise.reject(new Error('fetched'))
    const machine = { platform: 'linux', env: {}, user: 1000 }
    expect(await ensureElectron({ folder, fetch, machine })).toEqual({ reason: 'there is no display' })
  })

  it('is used at once where it is installed', async () => {
    install()
    const fetch = () => Promise.reject(new Error('fetched'))
    expect((await ensureElectron({ folder, fetch, machine: withDisplay })).binary).toMatch(/electron$/)
  })

  it('is fetched where it is missing, and a failed fetch gives the reason', async () => {
    const failed = await ensureElectron({ folder, fetch: async () => false, machine: withDisplay })
    expect(failed.reason).toMatch(/could not be fetched/)
    const fetch = async () => {
      install()
      return true
    }
    expect((await ensureElectron({ folder, fetch, machine: withDisplay })).binary).toMatch(/electron$/)
  })

  it('is not run as root or without a display on Linux, and needs neither elsewhere', () => {
    expect(noWindowReason({ ...withDisplay, user: 0 })).toMatch(/root/)
    expect(noWindowReason({ ...withDisplay, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBeUndefined()
    expect(noWindowReason({ platform: 'darwin', env: {}, user: 501 })).toBeUndefined()
  })
})
