import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runQuiet } from './child.mjs'
import { fittingNode, packagedNode } from './node.mjs'

const node = (script) => [process.execPath, ['-e', script]]
const forever = 'setInterval(() => {}, 1000);'

describe('a quiet program', () => {
  it('gives its output and exit status', async () => {
    const result = await runQuiet(...node('console.log("a"); console.error("b"); process.exitCode = 3'))
    expect(result).toMatchObject({ code: 3, ended: 'exit' })
    expect(result.output.split('\n').sort()).toEqual(['', 'a', 'b'])
  })

  it('is ended at its time limit with everything that it started', async () => {
    const script = `require('child_process').spawn(process.execPath, ['-e', '${forever}'], { stdio: 'inherit' }); ${forever}`
    // It closes only when its child, which holds the same output, is gone too.
    expect((await runQuiet(...node(script), { timeoutMs: 300 })).ended).toBe('timeout')
  })

  it('is ended when it says nothing for too long', async () => {
    expect((await runQuiet(...node(forever), { stallMs: 300 })).ended).toBe('stall')
  })

  it('may be missing', async () => {
    expect(await runQuiet('no-such-program-here', [])).toMatchObject({ code: 127, ended: 'missing' })
  })
})

describe('a program in this terminal', () => {
  it.skipIf(process.platform === 'win32')('gets the signals and gives its exit status', async () => {
    const module = new URL('./child.mjs', import.meta.url).href
    const inner = `process.on('SIGTERM', () => process.exit(7)); console.log('ready'); ${forever}`
    const outer = `import { runThrough, exitStatus } from '${module}'
      const { code, signal } = await runThrough(process.execPath, ['-e', ${JSON.stringify(inner)}])
      process.exitCode = exitStatus(code, signal)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', outer], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect((await once(child, 'close'))[0]).toBe(7)
  })
})

describe('the Node that everything runs under', () => {
  it('is the running one where its Node-API is new enough', () => {
    expect(fittingNode({ nodeApi: 10, running: '/usr/bin/node' })).toBe('/usr/bin/node')
  })

  it('is the packaged one under an older Node, and a sentence where there is none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'node-'))
    const old = { folder, nodeApi: 9, running: '/usr/bin/node', version: '20.20.2' }
    expect(() => fittingNode(old)).toThrow(/needs Node 22\.15 or later, this is 20\.20\.2/)
    const program = packagedNode(folder)
    mkdirSync(dirname(program), { recursive: true })
    writeFileSync(program, '')
    expect(fittingNode(old)).toBe(program)
    rmSync(folder, { recursive: true })
  })
})
