import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenCommands, openCommands } from '../../../tests/support/open-commands'
import { planned } from '../../../tests/support/open-files'
import { findSandbox } from '../../main/commands/sandbox'
import { previewSchema } from '../../shared/tool/preview'
import commandsModule from './module'

const bubblewrap = await findSandbox({ PATH: process.env.PATH ?? '' })
const [runTool] = commandsModule.tools

let desk: OpenCommands
beforeEach(async () => {
  desk = await openCommands()
})
afterEach(async () => await desk.close())

const at = (name: string) => join(desk.open.docs, name)

describe('run_command', () => {
  it('passes arguments on as they are, without a shell', async () => {
    const state = await desk.run({ command: ['printf', '%s|', '$HOME', 'a b', '*', '; rm -rf x', '--'] })
    expect(state).toMatchObject({ status: 'exited', exit_code: 0, stdout: '$HOME|a b|*|; rm -rf x|--|' })
  })

  it('uses a shell only when asked to, in the folder that was shown', async () => {
    mkdirSync(at('sub'))
    const state = await desk.shell('pwd && echo hello > made.txt; echo oops >&2; exit 3', { folder: 'sub' })
    expect(state).toMatchObject({
      exit_code: 3,
      stdout: `${at('sub')}\n`,
      stderr: 'oops\n',
      folder: at('sub'),
    })
    expect(readFileSync(at('sub/made.txt'), 'utf8')).toBe('hello\n')
    await expect(desk.plan({ command: ['echo', 'x'], shell: true })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('says before approval that it can’t be undone and has no sandbox, and shows every argument', async () => {
    const { preview } = await desk.plan({ command: ['printf', 'a\u202eb', 'c'] })
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

  it('names the command as one would type it, with no sign before another where that can be', async () => {
    const named = async (...command: readonly string[]) =>
      (await desk.plan({ command: ['printf', ...command] })).preview.summary
    expect(await named('say "a b"; exit')).toMatch(/^Run "printf 'say \\"a b\\"; exit'" in "/)
    expect(await named('a b', 'plain')).toMatch(/^Run "printf 'a b' plain" in "/)
    // What would read as something else in single quotes.
    expect(await named("it's")).toContain(String.raw`printf \"it's\"`)
    expect(await named('a\nb "c"')).toContain(String.raw`printf \"a\\nb \\\"c\\\"\"`)
    expect(await named('a\u202e "c"')).toContain(String.raw`\\u202e`)
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
      await desk.enter(sandbox)
      const { preview } = await desk.plan({ command: ['true'] })
      const said = /^It runs without a sandbox.*Countersign has no sandbox for commands on this system\.$/
      expect(previewSchema.parse(preview)).toMatchObject({
        recovery: 'none',
        warnings: [expect.anything(), expect.stringMatching(said)],
      })
      expect(runTool.class).toBe('destructive_update')
    },
  )

  it('gives no secrets of the environment to the program', async () => {
    const { stdout } = await desk.run({ command: ['env'] })
    expect(stdout).toContain('PATH=')
    expect(stdout).not.toMatch(/hush|KEY/)
  })

  it('works in granted folders for writing only', async () => {
    await expect(desk.plan({ command: ['ls'], folder: '/etc' })).rejects.toMatchObject({
      code: 'outside_grant',
    })
    symlinkSync('/etc', at('out'))
    await expect(desk.plan({ command: ['ls'], folder: 'out' })).rejects.toMatchObject({
      code: 'outside_grant',
    })
    writeFileSync(at('file'), '')
    await expect(desk.plan({ command: ['ls'], folder: 'file' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await desk.open.grants.grant(desk.open.docs, 'read', 'flag')
    await expect(desk.plan({ command: ['ls'] })).rejects.toMatchObject({ code: 'denied' })
  })

  it('runs the program that was shown or none', async () => {
    writeFileSync(at('tool.sh'), '#!/bin/sh\necho shown\n')
    chmodSync(at('tool.sh'), 0o755)
    const shown = await desk.plan({ command: ['./tool.sh'] })
    expect((await desk.tools.run_command.apply(shown.plan, desk.effect())).state.stdout).toBe('shown\n')
    await desk.tools.run_command.requireBase?.(shown.plan)
    writeFileSync(at('tool.sh'), '#!/bin/sh\necho another one\n')
    await expect(desk.tools.run_command.requireBase?.(shown.plan)).rejects.toMatchObject({
      code: 'conflict',
    })
    const again = desk.effect()
    await expect(desk.tools.run_command.apply(shown.plan, again)).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(desk.plan({ command: ['no-such-program'] })).rejects.toMatchObject({ code: 'not_found' })
    await expect(desk.plan({ command: ['../outside.sh'] })).rejects.toMatchObject({ code: 'outside_grant' })
  })

  it('runs no program that was written in since, also where its length and its time tell nothing of it', async () => {
    writeFileSync(at('tool.sh'), '#!/bin/sh\necho shown\n')
    chmodSync(at('tool.sh'), 0o755)
    utimesSync(at('tool.sh'), 1_800_000_000, 1_800_000_000)
    const shown = await desk.plan({ command: ['./tool.sh'] })
    writeFileSync(at('tool.sh'), '#!/bin/sh\necho other\n')
    utimesSync(at('tool.sh'), 1_800_000_000, 1_800_000_000)
    await expect(desk.tools.run_command.apply(shown.plan, desk.effect())).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('journals before it starts, and rolling back ends it', async () => {
    const { plan: long } = await desk.plan({ command: ['sleep', '600'], wait_seconds: 0 })
    const started = desk.effect()
    const { state } = await desk.tools.run_command.apply(long, started)
    expect(state.status).toBe('running')
    expect(started.journaled).toEqual([{ command_id: state.command_id }])
    await desk.tools.run_command.revert({ command_id: state.command_id }, desk.effect())
    expect(desk.commands.state(state.command_id).status).toBe('stopped')
    // A crash before the start leaves nothing to end.
    await desk.tools.run_command.revert({ command_id: 'never-began' }, desk.effect())
  })

  it('ends a command at its time limit, with what it started', async () => {
    const state = await desk.shell('(sleep 600; echo late > late.txt) & echo $!; wait', {
      time_limit_seconds: 1,
    })
    expect(state.status).toBe('timed_out')
    await expect.poll(() => isAlive(Number(state.stdout.trim()))).toBe(false)
    expect(existsSync(at('late.txt'))).toBe(false)
  })

  it('does not leave behind what a finished command started', async () => {
    const state = await desk.shell('sleep 600 & echo $!')
    expect(state).toMatchObject({ status: 'exited', exit_code: 0 })
    await expect.poll(() => isAlive(Number(state.stdout.trim()))).toBe(false)
  })

  it.runIf(existsSync('/usr/bin/setsid'))(
    'is over although something that it started got away and holds its output open',
    async () => {
      const { command_id } = await desk.shell('setsid sleep 600 & echo $!; sleep 0.5', { wait_seconds: 0 })
      await expect.poll(() => desk.commands.state(command_id).exitCode).toBe(0)
      // Whoever is late stops nothing, and it has not been stopped.
      await desk.commands.stop(command_id)
      const { state } = await desk.tools.get_command_output.run(
        { command_id, wait_seconds: 30 },
        desk.context,
      )
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
    const long = await desk.shell('i=0; while [ $i -lt 30000 ]; do echo line $i; i=$((i+1)); done')
    expect(long.stdout).toMatch(/^line 0\nline 1\n[\s\S]*characters left out[\s\S]*line 29999\n$/)
    expect(long.stdout.length).toBeLessThan(70_000)
    expect(long.omitted).toBeGreaterThan(200_000)
    const endless = await desk.run({ command: ['yes'], wait_seconds: 60 })
    expect(endless.status).toBe('too_much_output')
  })

  it('keeps bytes at the end that are no whole letter', async () => {
    expect(await desk.shell("printf 'caf\\351'")).toMatchObject({ stdout: 'caf\ufffd' })
  })

  it('stops the command when its run is stopped, and answers what it did', async () => {
    const { plan: long } = await desk.plan({
      command: ['echo begun; sleep 600'],
      shell: true,
      wait_seconds: 60,
    })
    const stop = new AbortController()
    const answer = desk.tools.run_command.apply(long, {
      ...desk.effect(stop.signal),
      journal: () => setTimeout(() => stop.abort(), 100),
    })
    expect((await answer).state.status).toBe('stopped')
  })
})

describe('get_command_output and stop_command', () => {
  it('waits for the end, and gives what was written since', async () => {
    const { command_id } = await desk.shell('until test -e go; do sleep 0.05; done; echo done', {
      wait_seconds: 0,
    })
    writeFileSync(at('go'), '')
    const { state } = await desk.tools.get_command_output.run({ command_id, wait_seconds: 60 }, desk.context)
    expect(state).toMatchObject({ status: 'exited', stdout: 'done\n' })
  })

  it('stops a command, and has nothing to do once it has ended', async () => {
    const { command_id } = await desk.run({ command: ['sleep', '600'], wait_seconds: 0 })
    const stop = planned(await desk.tools.stop_command.plan({ command_id }, desk.context))
    expect(stop.preview).toMatchObject({ recovery: 'none', summary: expect.stringContaining('sleep 600') })
    const { state } = await desk.tools.stop_command.apply(stop.plan, desk.effect())
    expect(state).toMatchObject({ status: 'stopped', exit_code: null })
    expect(await desk.tools.stop_command.plan({ command_id }, desk.context)).toMatchObject({
      unchanged: { state: { status: 'stopped' } },
    })
  })

  it('says that output is gone once the application was closed', async () => {
    await expect(
      desk.tools.get_command_output.run({ command_id: 'unknown', wait_seconds: 0 }, desk.context),
    ).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('until Countersign is closed'),
    })
  })

  it('leaves nothing running that was about to start when the application closed', async () => {
    const { plan: next } = await desk.plan({ command: ['sleep', '600'] })
    const started = desk.commands.start(next, next.command_id).then(
      () => desk.commands.state(next.command_id).status,
      ({ code }) => code,
    )
    await desk.commands.close()
    expect(['cancelled', 'stopped']).toContain(await started)
    expect(() => desk.commands.state(next.command_id)).toThrow()
  })

  it('ends everything and starts nothing more when the application closes', async () => {
    const next = await desk.plan({ command: ['true'] })
    const { command_id } = await desk.run({ command: ['sleep', '600'], wait_seconds: 0 })
    await desk.commands.close()
    expect(desk.commands.state(command_id).status).toBe('stopped')
    await expect(desk.tools.run_command.apply(next.plan, desk.effect())).rejects.toMatchObject({
      code: 'cancelled',
    })
  })
})

describe('whence the output of a command comes', () => {
  it('is the web where nothing keeps it from the network', async () => {
    const answer = await desk.told({ command: ['echo', 'hello'] })
    expect(answer).toMatchObject({ origin: 'web', sources: [expect.stringContaining('echo hello')] })
  })

  it.runIf(bubblewrap.kind === 'bubblewrap')(
    'is outside of the granted folders in a sandbox, which leaves the disk to be read',
    async () => {
      await desk.enter(bubblewrap)
      const answer = await desk.told({ command: ['cat', '/etc/hostname'] })
      expect(answer).toMatchObject({
        origin: 'outside',
        sources: [expect.stringContaining('cat /etc/hostname')],
      })
    },
  )

  it('is nowhere where it wrote nothing', async () => {
    expect(await desk.told({ command: ['true'] })).toMatchObject({ sources: [] })
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
