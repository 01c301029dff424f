import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noSandbox, type OpenCommands, openCommands } from '../../../tests/support/open-commands'
import { findSandbox } from '../../main/commands/sandbox'

const bubblewrap = await findSandbox({ PATH: process.env.PATH ?? '' })

let desk: OpenCommands
beforeEach(async () => {
  desk = await openCommands()
})
afterEach(async () => await desk.close())

const at = (name: string) => join(desk.open.docs, name)

// Not every machine has it; where it is there it has to hold.
describe.runIf(bubblewrap.kind === 'bubblewrap')('in bubblewrap', () => {
  beforeEach(async () => {
    await desk.enter(bubblewrap)
  })

  it('writes to the granted folder alone, without network and without secrets in sight', async () => {
    mkdirSync(join(desk.open.base, '.ssh'))
    writeFileSync(join(desk.open.base, '.ssh/id'), 'private key')
    const { preview } = await desk.plan({ command: ['true'] })
    expect(preview.warnings[1]).toMatch(/in a sandbox.*no network/)
    const state = await desk.shell(
      [
        'echo in > inside.txt',
        `echo out > ${join(desk.open.base, 'outside.txt')}`,
        'echo out > /usr/outside.txt',
        `cat ${join(desk.open.base, '.ssh/id')}`,
        `ls ${desk.open.folder.root}`,
        'ls /sys/class/net',
        'cat /proc/net/dev | wc -l',
      ].join('; '),
    )
    expect(readFileSync(at('inside.txt'), 'utf8')).toBe('in\n')
    expect(existsSync(join(desk.open.base, 'outside.txt'))).toBe(false)
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
    const state = await desk.shell(
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
    await desk.open.grants.grant(at('kept'), 'read', 'flag')
    await desk.open.grants.grant(at('kept/open'), 'read_write', 'flag')
    const state = await desk.shell(
      'cat kept/page.txt kept/.env; echo x > kept/made; echo x >> kept/page.txt; rm -rf kept; mv kept gone; echo x > kept/open/made; echo x > made',
      { folder: desk.open.docs },
    )
    expect(state.stdout).toBe('page')
    expect(readdirSync(at('kept')).sort()).toEqual(['.env', 'open', 'page.txt'])
    expect(readFileSync(at('kept/page.txt'), 'utf8')).toBe('page')
    expect(existsSync(at('kept/open/made'))).toBe(true)
    expect(existsSync(at('made'))).toBe(true)
  })

  it('has a folder for temporary files, wherever the usual one is', async () => {
    await desk.enter(bubblewrap, { TMPDIR: join(desk.open.base, 'temporary') })
    const state = await desk.shell('echo kept > "$(mktemp)" && cat "$TMPDIR"/tmp.*')
    expect(state).toMatchObject({ exit_code: 0, stdout: 'kept\n', stderr: '' })
  })

  it('is asked to end before it is made to, as elsewhere', async () => {
    const line = 'trap "echo tidied; exit 7" TERM; echo ready; sleep 600 & wait'
    const { command_id } = await desk.shell(line, { wait_seconds: 0 })
    await expect.poll(() => desk.commands.state(command_id).stdout).toBe('ready\n')
    await desk.commands.stop(command_id)
    const { status, exitCode, stdout } = desk.commands.state(command_id)
    expect([status, exitCode, stdout]).toEqual(['stopped', 7, 'ready\ntidied\n'])
    const deaf = await desk.shell('trap "" TERM; echo ready; sleep 600', { wait_seconds: 0 })
    await expect.poll(() => desk.commands.state(deaf.command_id).stdout).toBe('ready\n')
    await desk.commands.stop(deaf.command_id)
    expect(desk.commands.state(deaf.command_id)).toMatchObject({ status: 'stopped', signal: 'SIGKILL' })
    const late = await desk.shell('trap "" TERM; sleep 600', { time_limit_seconds: 1 })
    expect(late).toMatchObject({ status: 'timed_out', signal: 'SIGKILL' })
    // What is told to Countersign is not open to the command.
    expect((await desk.shell('[ -e /proc/self/fd/3 ] || echo closed')).stdout).toBe('closed\n')
  })

  it('refuses to run when the sandbox of the approval is gone', async () => {
    const { plan: enclosed } = await desk.plan({ command: ['true'] })
    await desk.enter(noSandbox)
    await expect(desk.tools.run_command.apply(enclosed, desk.effect())).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})
