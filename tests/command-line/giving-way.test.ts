import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../support/run-command'
import { cleanEnvironment, freshFolder, startHost } from '../support/start-host'

const limitMs = 60_000
const cli = join(import.meta.dirname, '../../out/main/cli.js')

let data: string
let work: string

beforeEach(() => {
  data = freshFolder('data')
  work = realpathSync(freshFolder('work'))
})
afterEach(() => {
  for (const folder of [data, work]) rmSync(folder, { recursive: true, force: true })
})

const spawnMcp = () =>
  spawn(process.execPath, [cli, 'mcp', '--data', data, '--root', work], {
    env: cleanEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  })

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'Pipe', version: '1' } },
}
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
const call = (id: number, name: string, input: Record<string, unknown>) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
})
const lines = (messages: readonly unknown[]) =>
  messages.map((message) => `${JSON.stringify(message)}\n`).join('')

interface Answer {
  readonly id: number
  readonly result?: { readonly isError?: boolean; readonly structuredContent?: unknown }
}

describe('an MCP server', { timeout: limitMs }, () => {
  it('answers everything that was piped in before it ends', async () => {
    writeFileSync(join(work, 'a.txt'), 'High water at noon.\n')
    const input = lines([
      initialize,
      initialized,
      call(1, 'read_file', { path: join(work, 'a.txt') }),
      call(2, 'create_file', { path: join(work, 'b.txt'), content: 'b' }),
    ])
    const { status, stdout } = await runCommand(['mcp', '--data', data, '--root', work], { input })
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer)
    expect(answers.map(({ id }) => id).toSorted()).toEqual([0, 1, 2])
    expect(JSON.stringify(answers)).toContain('High water at noon.')
    expect(answers.find(({ id }) => id === 2)?.result?.structuredContent).toMatchObject({
      status: 'proposed',
    })
    expect(status).toBe(0)
  })

  it('ends when it is told to, although its client keeps the pipe open', async () => {
    const child = spawnMcp()
    const exited = once(child, 'exit')
    child.stdin.write(lines([initialize]))
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })

  it('answers every call while it gives way to a window that opens', async () => {
    writeFileSync(join(work, 'a.txt'), 'High water at noon.\n')
    const child = spawnMcp()
    const answers: Answer[] = []
    const read = createInterface({ input: child.stdout })
    const arrivals = read[Symbol.asyncIterator]()
    const next = async () => {
      const { value } = await arrivals.next()
      answers.push(JSON.parse(String(value)) as Answer)
    }
    child.stdin.write(lines([initialize, initialized, call(1, 'read_file', { path: join(work, 'a.txt') })]))
    await next()
    await next()
    let id = 1
    let started = false
    const host = startHost({ data }).then((running) => {
      started = true
      return running
    })
    // Always one call under way, from before the window opens until after.
    while (!started || id < 50) {
      id += 1
      child.stdin.write(lines([call(id, 'read_file', { path: join(work, 'a.txt') })]))
      await next()
    }
    const running = await host
    try {
      expect(answers.map((answer) => answer.id)).toEqual(Array.from({ length: id + 1 }, (_, index) => index))
      expect(answers.filter((answer) => answer.result?.isError === true)).toEqual([])
      const exited = once(child, 'exit')
      child.stdin.end()
      await exited
    } finally {
      await running.stop()
    }
  })
})

describe('a command that holds the folder', { timeout: limitMs }, () => {
  it('finishes what it does before a window that opens takes the folder', async () => {
    const papers = join(work, 'papers')
    mkdirSync(papers)
    for (let count = 0; count < 60; count += 1) {
      writeFileSync(
        join(papers, `${count}.md`),
        `# Paper ${count}\n\n${'The harbour dries at low water. '.repeat(50)}`,
      )
    }
    const adding = runCommand(['add', papers, '--json', '--data', data])
    const host = await startHost({ data })
    try {
      const added = await adding
      const statuses = added.stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { status: string }).status)
      expect(statuses.filter((status) => status === 'complete')).toHaveLength(60)
      expect(added.status).toBe(0)
    } finally {
      await host.stop()
    }
  })

  it('does not end the work of another that goes through it', async () => {
    const holder = spawn(process.execPath, [cli, 'tools', '--data', data], {
      env: cleanEnvironment(),
      stdio: 'ignore',
    })
    const [asked] = await Promise.all([
      runCommand(['ask', '/calculate 6*7', '--json', '--data', data]),
      once(holder, 'exit'),
    ])
    expect(asked.status).toBe(0)
    expect(asked.stdout).toContain('"completed"')
  })
})

describe('what a command prints', { timeout: limitMs }, () => {
  it('reaches a slow reader whole', async () => {
    const child = spawn(process.execPath, [cli, 'tools', '--json', '--data', data], {
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const exited = once(child, 'exit')
    child.stdout.pause()
    // Not read before the pipe is full.
    await once(child.stdout, 'readable')
    let text = ''
    for await (const chunk of child.stdout) text += String(chunk)
    expect(Array.isArray(JSON.parse(text))).toBe(true)
    expect(await exited).toEqual([0, null])
  })

  it('may go to a reader that has enough', async () => {
    const child = spawn(
      'sh',
      ['-c', `"${process.execPath}" "${cli}" tools --json --data "${data}" | head -c 1`],
      {
        env: cleanEnvironment(),
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    child.stdout.resume()
    await once(child, 'close')
    expect(errors).toBe('')
  })

  it('is the doctor’s report also when the environment names no server, without what may be a secret', async () => {
    const { status, stdout, stderr } = await runCommand(['doctor', '--json', '--data', data], {
      environment: { ANTHROPIC_BASE_URL: 'http://me:s3cret@host' },
    })
    expect(status).toBe(1)
    const report = JSON.parse(stdout) as { ok: boolean; checks: { name: string; ok: boolean }[] }
    expect(report.ok).toBe(false)
    expect(report.checks.filter((check) => !check.ok).map((check) => check.name)).toEqual(['model'])
    expect(stdout + stderr).not.toContain('s3cret')
  })
})
