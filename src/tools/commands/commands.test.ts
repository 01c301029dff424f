import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type OpenFiles, openFiles, planned } from '../../../tests/support/open-files'
import { findSandbox, type Sandbox } from '../../main/commands/sandbox'
import { type CommandService, createCommandService } from '../../main/commands/service'
import { previewSchema } from '../../shared/tool/preview'
import commandsModule from './module'
import runtime from './runtime'

const none: Sandbox = { kind: 'none', why: 'There is none in this test.' }
const bubblewrap = await findSandbox({ PATH: process.env.PATH ?? '' })
const [runTool] = commandsModule.tools
type RunInput = z.input<(typeof runTool)['input']>

let open: OpenFiles
let commands: CommandService
let tools: ReturnType<typeof runtime>
const context = { signal: new AbortController().signal, progress: () => undefined, runId: null }

function service(sandbox: Sandbox, more: NodeJS.ProcessEnv = {}): CommandService {
  return createCommandService({
    workingFolder: open.files.workingFolder,
    resolveReadable: open.files.resolveReadable,
    protectedInside: open.files.protectedInside,
    ownFolders: open.files.ownFolders,
    grants: open.grants.list,
    environment: { ...process.env, SECRET_KEY: 'hush', ANTHROPIC_API_KEY: 'hush', ...more },
    home: open.base,
    sandbox: async () => sandbox,
  })
}

beforeEach(async () => {
  open = openFiles()
  await open.grants.grant(open.docs, 'read_write', 'flag')
  commands = service(none)
  tools = runtime({ commands })
})
afterEach(async () => {
  await commands.close()
  open.close()
})

const at = (name: string) => join(open.docs, name)
const plan = async (input: RunInput) =>
  planned(await tools.run_command.plan(runTool.input.parse(input), context))

function effect(signal = context.signal) {
  const journaled: unknown[] = []
  return { ...context, signal, journaled, journal: (inverse: unknown) => journaled.push(inverse) }
}

const run = async (input: RunInput) =>
  (await tools.run_command.apply((await plan(input)).plan, effect())).state

const shell = (line: string, more: Partial<RunInput> = {}) => run({ command: [line], shell: true, ...more })

describe('run_command', () => {
  it('passes arguments on as they are, without a shell', async () => {
    const state = await run({ command: ['printf', '%s|', '$HOME', 'a b', '*', '; rm -rf x', '--'] })
    expect(state).toMatchObject({ status: 'exited', exit_code: 0, stdout: '$HOME|a b|*|; rm -rf x|--|' })
  })

  it('uses a shell only when asked to, in the folder that was shown', async () => {
    mkdirSync(at('sub'))
    const state = await shell('pwd && echo hello > made.txt; echo oops >&2; exit 3', { folder: 'sub' })
    expect(state).toMatchObject({
      exit_code: 3,
      stdout: `${at('sub')}\n`,
      stderr: 'oops\n',
      folder: at('sub'),
    })
    expect(readFileSync(at('sub/made.txt'), 'utf8')).toBe('hello\n')
    await expect(plan({ command: ['echo', 'x'], shell: true })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('says before approval that it can’t be undone and has no sandbox, and shows every argument', async () => {
    const { preview } = await plan({ command: ['printf', 'a\u202eb', 'c'] })
    expect(previewSchema.parse(preview)).toMatchObject({
      recovery: 'none',
      warnings: [
        expect.stringContaining('can’t be undone'),
        expect.stringMatching(
          /without a sandbox.*passwords and keys such as \.env files too.*There is none in this test/,
        ),
      ],
    })
    expect(preview.summary).not.toContain('\u202e')
    expect(JSON.stringify(preview.changes)).toContain('argument 2')
  })

  it.each(['darwin', 'win32'] as const)(
    'says on %s that there is no sandbox for commands, and asks in a dialog',
    async (platform) => {
      const real = Object.getOwnPropertyDescriptor(process, 'platform')
      if (real === undefined) throw new Error('The platform has no name.')
      Object.defineProperty(process, 'platform', { ...real, value: platform })
      const sandbox = await findSandbox({ PATH: process.env.PATH ?? '' }).finally(() =>
        Object.defineProperty(process, 'platform', real),
      )
      expect(sandbox).toMatchObject({ kind: 'none', because: 'no_sandbox' })
      tools = runtime({ commands: service(sandbox) })
      const { preview } = await plan({ command: ['true'] })
      const said = /^It runs without a sandbox.*Countersign has no sandbox for commands on this system\.$/
      expect(previewSchema.parse(preview)).toMatchObject({
        recovery: 'none',
        warnings: [expect.anything(), expect.stringMatching(said)],
      })
      expect(runTool.class).toBe('destructive_update')
    },
  )

  it('gives no secrets of the environment to the program', async () => {
    const { stdout } = await run({ command: ['env'] })
    expect(stdout).toContain('PATH=')
    expect(stdout).not.toMatch(/hush|KEY/)
  })

  it('works in granted folders for writing only', async () => {
    await expect(plan({ command: ['ls'], folder: '/etc' })).rejects.toMatchObject({ code: 'outside_grant' })
    symlinkSync('/etc', at('out'))
    await expect(plan({ command: ['ls'], folder: 'out' })).rejects.toMatchObject({ code: 'outside_grant' })
    writeFileSync(at('file'), '')
    await expect(plan({ command: ['ls'], folder: 'file' })).rejects.toMatchObject({ code: 'invalid_input' })
    await open.grants.grant(open.docs, 'read', 'flag')
    await expect(plan({ command: ['ls'] })).rejects.toMatchObject({ code: 'denied' })
  })

  it('runs the program that was shown or none', async () => {
    writeFileSync(at('tool.sh'), '#!/bin/sh\necho shown\n')
    chmodSync(at('tool.sh'), 0o755)
    const shown = await plan({ command: ['./tool.sh'] })
    expect((await tools.run_command.apply(shown.plan, effect())).state.stdout).toBe('shown\n')
    writeFileSync(at('tool.sh'), '#!/bin/sh\necho another one\n')
    const again = effect()
    await expect(tools.run_command.apply(shown.plan, again)).rejects.toMatchObject({ code: 'conflict' })
    await expect(plan({ command: ['no-such-program'] })).rejects.toMatchObject({ code: 'not_found' })
    await expect(plan({ command: ['../outside.sh'] })).rejects.toMatchObject({ code: 'outside_grant' })
  })

  it('journals before it starts, and rolling back ends it', async () => {
    const { plan: long } = await plan({ command: ['sleep', '600'], wait_seconds: 0 })
    const started = effect()
    const { state } = await tools.run_command.apply(long, started)
    expect(state.status).toBe('running')
    expect(started.journaled).toEqual([{ command_id: state.command_id }])
    await tools.run_command.revert({ command_id: state.command_id }, effect())
    expect(commands.state(state.command_id).status).toBe('stopped')
    // A crash before the start leaves nothing to end.
    await tools.run_command.revert({ command_id: 'never-began' }, effect())
  })

  it('ends a command at its time limit, with what it started', async () => {
    const state = await shell('(sleep 600; echo late > late.txt) & echo $!; wait', { time_limit_seconds: 1 })
    expect(state.status).toBe('timed_out')
    await expect.poll(() => isAlive(Number(state.stdout.trim()))).toBe(false)
    expect(existsSync(at('late.txt'))).toBe(false)
  })

  it('does not leave behind what a finished command started', async () => {
    const state = await shell('sleep 600 & echo $!')
    expect(state).toMatchObject({ status: 'exited', exit_code: 0 })
    await expect.poll(() => isAlive(Number(state.stdout.trim()))).toBe(false)
  })

  it.runIf(existsSync('/usr/bin/setsid'))(
    'is over although something that it started got away and holds its output open',
    async () => {
      const { command_id } = await shell('setsid sleep 600 & echo $!; sleep 0.5', { wait_seconds: 0 })
      await expect.poll(() => commands.state(command_id).exitCode).toBe(0)
      // Whoever is late stops nothing, and it has not been stopped.
      await commands.stop(command_id)
      const { state } = await tools.get_command_output.run({ command_id, wait_seconds: 30 }, context)
      const away = Number(state.stdout.trim().split('\n').at(-1))
      try {
        expect(state).toMatchObject({ status: 'exited', exit_code: 0 })
        expect(state.took_ms).toBeLessThan(20_000)
      } finally {
        if (isAlive(away)) process.kill(away, 'SIGKILL')
      }
    },
  )

  it('keeps the beginning and the end of long output, and ends what never stops writing', async () => {
    const long = await shell('i=0; while [ $i -lt 30000 ]; do echo line $i; i=$((i+1)); done')
    expect(long.stdout).toMatch(/^line 0\nline 1\n[\s\S]*characters left out[\s\S]*line 29999\n$/)
    expect(long.stdout.length).toBeLessThan(70_000)
    expect(long.omitted).toBeGreaterThan(200_000)
    const endless = await run({ command: ['yes'], wait_seconds: 60 })
    expect(endless.status).toBe('too_much_output')
  })

  it('keeps bytes at the end that are no whole letter', async () => {
    expect(await shell("printf 'caf\\351'")).toMatchObject({ stdout: 'caf\ufffd' })
  })

  it('stops the command when its run is stopped, and answers what it did', async () => {
    const { plan: long } = await plan({ command: ['echo begun; sleep 600'], shell: true, wait_seconds: 60 })
    const stop = new AbortController()
    const answer = tools.run_command.apply(long, {
      ...effect(stop.signal),
      journal: () => setTimeout(() => stop.abort(), 100),
    })
    expect((await answer).state.status).toBe('stopped')
  })
})

describe('get_command_output and stop_command', () => {
  it('waits for the end, and gives what was written since', async () => {
    const { command_id } = await shell('until test -e go; do sleep 0.05; done; echo done', {
      wait_seconds: 0,
    })
    writeFileSync(at('go'), '')
    const { state } = await tools.get_command_output.run({ command_id, wait_seconds: 60 }, context)
    expect(state).toMatchObject({ status: 'exited', stdout: 'done\n' })
  })

  it('stops a command, and has nothing to do once it has ended', async () => {
    const { command_id } = await run({ command: ['sleep', '600'], wait_seconds: 0 })
    const stop = planned(await tools.stop_command.plan({ command_id }, context))
    expect(stop.preview).toMatchObject({ recovery: 'none', summary: expect.stringContaining('sleep 600') })
    const { state } = await tools.stop_command.apply(stop.plan, effect())
    expect(state).toMatchObject({ status: 'stopped', exit_code: null })
    expect(await tools.stop_command.plan({ command_id }, context)).toMatchObject({
      unchanged: { state: { status: 'stopped' } },
    })
  })

  it('says that output is gone once the application was closed', async () => {
    await expect(
      tools.get_command_output.run({ command_id: 'unknown', wait_seconds: 0 }, context),
    ).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('until Countersign is closed'),
    })
  })

  it('leaves nothing running that was about to start when the application closed', async () => {
    const { plan: next } = await plan({ command: ['sleep', '600'] })
    const started = commands.start(next, next.command_id).then(
      () => commands.state(next.command_id).status,
      ({ code }) => code,
    )
    await commands.close()
    expect(['cancelled', 'stopped']).toContain(await started)
    expect(() => commands.state(next.command_id)).toThrow()
  })

  it('ends everything and starts nothing more when the application closes', async () => {
    const next = await plan({ command: ['true'] })
    const { command_id } = await run({ command: ['sleep', '600'], wait_seconds: 0 })
    await commands.close()
    expect(commands.state(command_id).status).toBe('stopped')
    await expect(tools.run_command.apply(next.plan, effect())).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('whence the output of a command comes', () => {
  const told = async (input: RunInput) => tools.run_command.apply((await plan(input)).plan, effect())

  it('is the web where nothing keeps it from the network', async () => {
    const answer = await told({ command: ['echo', 'hello'] })
    expect(answer).toMatchObject({ origin: 'web', sources: [expect.stringContaining('echo hello')] })
  })

  it.runIf(bubblewrap.kind === 'bubblewrap')(
    'is outside of the granted folders in a sandbox, which leaves the disk to be read',
    async () => {
      commands = service(bubblewrap)
      tools = runtime({ commands })
      const answer = await told({ command: ['cat', '/etc/hostname'] })
      expect(answer).toMatchObject({
        origin: 'outside',
        sources: [expect.stringContaining('cat /etc/hostname')],
      })
    },
  )

  it('is nowhere where it wrote nothing', async () => {
    expect(await told({ command: ['true'] })).toMatchObject({ sources: [] })
  })
})

// Not every machine has it; where it is there it has to hold.
describe.runIf(bubblewrap.kind === 'bubblewrap')('in bubblewrap', () => {
  beforeEach(() => {
    commands = service(bubblewrap)
    tools = runtime({ commands })
  })

  it('writes to the granted folder alone, without network and without secrets in sight', async () => {
    mkdirSync(join(open.base, '.ssh'))
    writeFileSync(join(open.base, '.ssh/id'), 'private key')
    const { preview } = await plan({ command: ['true'] })
    expect(preview.warnings[1]).toMatch(/in a sandbox.*no network/)
    const state = await shell(
      [
        'echo in > inside.txt',
        `echo out > ${join(open.base, 'outside.txt')}`,
        'echo out > /usr/outside.txt',
        `cat ${join(open.base, '.ssh/id')}`,
        `ls ${open.folder.root}`,
        'ls /sys/class/net',
        'cat /proc/net/dev | wc -l',
      ].join('; '),
    )
    expect(readFileSync(at('inside.txt'), 'utf8')).toBe('in\n')
    expect(existsSync(join(open.base, 'outside.txt'))).toBe(false)
    expect(existsSync('/usr/outside.txt')).toBe(false)
    expect(state.stdout).not.toContain('private key')
    expect(state.stdout).not.toContain('countersign.db')
    // Two lines of head, and the loopback.
    expect(state.stdout.trim().split('\n').at(-1)).toBe('3')
  })

  it('shows no secret of the granted folder, and lets none be changed', async () => {
    mkdirSync(at('sub/.aws'), { recursive: true })
    writeFileSync(at('.env'), 'hush')
    writeFileSync(at('sub/.env.local'), 'hush')
    writeFileSync(at('sub/.aws/credentials'), 'hush')
    writeFileSync(at('plain.txt'), 'open')
    const state = await shell(
      [
        'cat .env sub/.env.local sub/.aws/credentials plain.txt',
        'grep -r hush . ; ls -A sub/.aws',
        'echo mine > .env; rm -rf sub/.aws; mv sub/.env.local shown.txt; echo mine > plain.txt',
        'cat shown.txt; true',
      ].join('; '),
    )
    expect(state.stdout).toBe('open')
    expect(state.stderr).not.toContain('hush')
    for (const name of ['.env', 'sub/.env.local', 'sub/.aws/credentials'])
      expect(readFileSync(at(name), 'utf8')).toBe('hush')
    expect(readFileSync(at('plain.txt'), 'utf8')).toBe('mine\n')
  })

  it('changes nothing in a folder that is granted for reading inside of the granted one', async () => {
    mkdirSync(at('kept/open'), { recursive: true })
    writeFileSync(at('kept/.env'), 'hush')
    writeFileSync(at('kept/page.txt'), 'page')
    await open.grants.grant(at('kept'), 'read', 'flag')
    await open.grants.grant(at('kept/open'), 'read_write', 'flag')
    const state = await shell(
      'cat kept/page.txt kept/.env; echo x > kept/made; echo x >> kept/page.txt; rm -rf kept; mv kept gone; echo x > kept/open/made; echo x > made',
      { folder: open.docs },
    )
    expect(state.stdout).toBe('page')
    expect(readdirSync(at('kept')).sort()).toEqual(['.env', 'open', 'page.txt'])
    expect(readFileSync(at('kept/page.txt'), 'utf8')).toBe('page')
    expect(existsSync(at('kept/open/made'))).toBe(true)
    expect(existsSync(at('made'))).toBe(true)
  })

  it('has a folder for temporary files, wherever the usual one is', async () => {
    commands = service(bubblewrap, { TMPDIR: join(open.base, 'temporary') })
    tools = runtime({ commands })
    const state = await shell('echo kept > "$(mktemp)" && cat "$TMPDIR"/tmp.*')
    expect(state).toMatchObject({ exit_code: 0, stdout: 'kept\n', stderr: '' })
  })

  it('is asked to end before it is made to, as elsewhere', async () => {
    const line = 'trap "echo tidied; exit 7" TERM; echo ready; sleep 600 & wait'
    const { command_id } = await shell(line, { wait_seconds: 0 })
    await expect.poll(() => commands.state(command_id).stdout).toBe('ready\n')
    await commands.stop(command_id)
    const { status, exitCode, stdout } = commands.state(command_id)
    expect([status, exitCode, stdout]).toEqual(['stopped', 7, 'ready\ntidied\n'])
    const deaf = await shell('trap "" TERM; echo ready; sleep 600', { wait_seconds: 0 })
    await expect.poll(() => commands.state(deaf.command_id).stdout).toBe('ready\n')
    await commands.stop(deaf.command_id)
    expect(commands.state(deaf.command_id)).toMatchObject({ status: 'stopped', signal: 'SIGKILL' })
    const late = await shell('trap "" TERM; sleep 600', { time_limit_seconds: 1 })
    expect(late).toMatchObject({ status: 'timed_out', signal: 'SIGKILL' })
    // What is told to Countersign is not open to the command.
    expect((await shell('[ -e /proc/self/fd/3 ] || echo closed')).stdout).toBe('closed\n')
  })

  it('refuses to run when the sandbox of the approval is gone', async () => {
    const { plan: enclosed } = await plan({ command: ['true'] })
    await commands.close()
    commands = service(none)
    await expect(runtime({ commands }).run_command.apply(enclosed, effect())).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})

function isAlive(pid: number): boolean {
  try {
    // A process that has ended but was not yet collected still has its number.
    return process.kill(pid, 0) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
