import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { build, inputsOf, isBuilt } from './build.mjs'

let folder
beforeEach(() => {
  // The lines about progress are for the terminal.
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  folder = mkdtempSync(join(tmpdir(), 'build-'))
  write('src/main/index.ts', 'one')
  write('src/main/index.test.ts', 'test')
  write('resources/migrations/0001.sql', 'sql')
  write('package-lock.json', '{}')
  write('tsconfig.json', '{}')
  write('README.md', 'read me')
  bundler(`for (const path of ['main/index.js', 'main/server.js', 'main/cli.js', 'preload/index.cjs', 'renderer/index.html']) {
    fs.mkdirSync(require('path').dirname('out/' + path), { recursive: true })
    fs.writeFileSync('out/' + path, '')
  }`)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

function write(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Stands for electron-vite: a program in its place, run in the folder. */
function bundler(body) {
  write('node_modules/electron-vite/bin/electron-vite.js', `const fs = require('fs')\n${body}`)
}

describe('whether the product must be built', () => {
  it('looks at sources, resources and configuration, not at tests and papers', () => {
    expect(inputsOf(folder)).toEqual([
      'package-lock.json',
      'resources/migrations/0001.sql',
      'src/main/index.ts',
      'tsconfig.json',
    ])
  })

  it('is so at first and not after a build', async () => {
    expect(isBuilt(folder)).toBe(false)
    await build(folder, process.execPath)
    expect(isBuilt(folder)).toBe(true)
  })

  it.each([
    ['src/main/index.ts', 'two'],
    ['src/tools/new/module.ts', 'new'],
    ['resources/migrations/0002.sql', 'new'],
    ['package-lock.json', '{ }'],
  ])('is so after %s changed', async (path, text) => {
    await build(folder, process.execPath)
    write(path, text)
    expect(isBuilt(folder)).toBe(false)
  })

  it('is so after a source was removed or a product is gone', async () => {
    await build(folder, process.execPath)
    rmSync(join(folder, 'out', 'main', 'cli.js'))
    expect(isBuilt(folder)).toBe(false)
    await build(folder, process.execPath)
    rmSync(join(folder, 'src', 'main', 'index.ts'))
    expect(isBuilt(folder)).toBe(false)
  })

  it('is not so for a source that was only touched, or for a changed test', async () => {
    await build(folder, process.execPath)
    utimesSync(join(folder, 'src/main/index.ts'), 1, 1)
    write('src/main/index.test.ts', 'another')
    expect(isBuilt(folder)).toBe(true)
  })

  it('is so again after a build that failed or was cut off', async () => {
    await build(folder, process.execPath)
    write('src/main/index.ts', 'two')
    bundler('process.exit(3)')
    await expect(build(folder, process.execPath)).rejects.toThrow('The build failed')
    write('src/main/index.ts', 'one')
    expect(isBuilt(folder)).toBe(false)
  })

  it('says which product a build did not bring', async () => {
    bundler('')
    await expect(build(folder, process.execPath)).rejects.toThrow('out/main/index.js')
  })

  it('survives a stamp that a crash cut off', async () => {
    await build(folder, process.execPath)
    const stamp = readFileSync(join(folder, 'out', '.build.json'), 'utf8')
    write('out/.build.json', stamp.slice(0, 20))
    expect(isBuilt(folder)).toBe(false)
  })
})
