import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureChromium, ensureWholeChromium, findChromium } from './chromium.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chromium-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function program(...path) {
  const file = join(folder, ...path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, '#!/bin/sh\n')
  chmodSync(file, 0o755)
  return file
}

/** A machine without any Chromium and without a way to get one; `tried` records the ways in order. */
function bare(change = {}) {
  const tried = []
  const fail = (name) => async () => {
    tried.push(name)
    return false
  }
  const world = {
    env: { PATH: [join(folder, 'a'), join(folder, 'b')].join(delimiter) },
    works: async () => true,
    playwrightPath: async () => join(folder, 'playwright', 'chrome'),
    playwrightDownload: fail('download'),
    packageManager: () => undefined,
    packageInstall: (name) => fail(name)(),
    ...change,
  }
  return { world, tried }
}

describe('the Chromium of the tests', () => {
  it('is the named one before all others', async () => {
    program('a', 'chromium')
    const { world } = bare()
    world.env.COUNTERSIGN_TEST_CHROMIUM = '/opt/mine'
    expect(await findChromium(world)).toBe('/opt/mine')
  })

  it('is refused by name when the named one does not run', async () => {
    const { world } = bare({ works: async () => false })
    world.env.COUNTERSIGN_TEST_CHROMIUM = '/opt/mine'
    await expect(ensureChromium(world)).rejects.toThrow('/opt/mine')
  })

  it("is looked for on PATH, the shell first, then chromium, then Playwright's own", async () => {
    const own = program('playwright', 'chrome')
    const { world } = bare()
    expect(await findChromium(world)).toBe(own)
    const chrome = program('a', 'google-chrome')
    expect(await findChromium(world)).toBe(chrome)
    const chromium = program('b', 'chromium')
    expect(await findChromium(world)).toBe(chromium)
    const shell = program('b', 'chromium-headless-shell')
    expect(await findChromium(world)).toBe(shell)
  })

  it('is the whole browser where something is measured', async () => {
    const shell = program('a', 'chromium-headless-shell')
    const { world } = bare()
    expect(await ensureWholeChromium(world)).toBe(shell)
    const chromium = program('b', 'chromium')
    expect(await ensureWholeChromium(world)).toBe(chromium)
  })

  it('passes over one that does not start, such as a stub that asks for a snap', async () => {
    const stub = program('a', 'chromium-browser')
    const chrome = program('b', 'google-chrome')
    const { world } = bare({ works: async (path) => path !== stub })
    expect(await findChromium(world)).toBe(chrome)
  })

  it('is not fetched when one is there', async () => {
    program('a', 'chromium')
    const { world, tried } = bare()
    await ensureChromium(world)
    expect(tried).toEqual([])
  })

  it("is the distribution's where packages can be installed, without any download", async () => {
    const { world, tried } = bare({ packageManager: () => 'apt-get' })
    world.packageInstall = async (name) => {
      program('a', name)
      return true
    }
    expect(await ensureChromium(world)).toBe(join(folder, 'a', 'chromium-headless-shell'))
    expect(tried).toEqual([])
  })

  it('is the whole browser where the distribution has no shell', async () => {
    const { world } = bare({ packageManager: () => 'apt-get' })
    world.packageInstall = async (name) => {
      if (name !== 'chromium') return false
      program('a', name)
      return true
    }
    expect(await ensureChromium(world)).toBe(join(folder, 'a', 'chromium'))
  })

  it("is Playwright's download where packages can't be installed, or when they fail", async () => {
    const { world, tried } = bare({ packageManager: () => 'apt-get' })
    world.playwrightDownload = async () => {
      program('playwright', 'chrome')
      return true
    }
    expect(await ensureChromium(world)).toBe(join(folder, 'playwright', 'chrome'))
    expect(tried).toEqual(['chromium-headless-shell', 'chromium'])
  })

  it('ends in one sentence that says what to do when none can be had', async () => {
    const { world, tried } = bare()
    await expect(ensureChromium(world)).rejects.toThrow(/install Chromium or Chrome/)
    expect(tried).toEqual(['download'])
  })
})
