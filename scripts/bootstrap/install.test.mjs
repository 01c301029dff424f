import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isInstalled } from './install.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const pinned = `node_modules/node-${process.platform}-${process.arch}`
const lockFile = (packages) => writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
const installed = (packages) => {
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
}
const zod = (version) => ({ 'node_modules/zod': { version } })

describe('whether packages must be installed', () => {
  it('is so in a fresh clone', () => {
    lockFile(zod('4.6.7'))
    expect(isInstalled(folder)).toBe(false)
  })

  it("is not so after a person's own npm ci", () => {
    lockFile({ '': {}, ...zod('4.6.7') })
    installed(zod('4.6.7'))
    expect(isInstalled(folder)).toBe(true)
    expect(isInstalled(folder)).toBe(true)
  })

  it('is so when the lock file came to name another version', () => {
    lockFile(zod('4.6.7'))
    installed(zod('4.6.7'))
    expect(isInstalled(folder)).toBe(true)
    lockFile(zod('4.6.8'))
    expect(isInstalled(folder)).toBe(false)
  })

  it('is not so for an optional package of another platform', () => {
    lockFile({ ...zod('4.6.7'), 'node_modules/of-another-platform': { version: '1.0.0', optional: true } })
    installed(zod('4.6.7'))
    expect(isInstalled(folder)).toBe(true)
  })

  it("is so when this platform's Node was dropped, although it is optional", () => {
    lockFile({ ...zod('4.6.7'), [pinned]: { version: '24.21.0', optional: true } })
    installed(zod('4.6.7'))
    expect(isInstalled(folder)).toBe(false)
  })

  it('is so after an install that was cut off', () => {
    lockFile(zod('4.6.7'))
    mkdirSync(join(folder, 'node_modules', 'zod'), { recursive: true })
    expect(isInstalled(folder)).toBe(false)
  })
})
