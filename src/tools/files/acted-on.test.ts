import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpGatedFiles } from '../../../tests/support/gated-files'
import { setStoredLimits } from '../../main/db/retention'
import { person } from '../../shared/actor'
import { defaultAssistant } from '../../shared/tool/policy'

// What other programs act on by themselves: a file there is a command that somebody else runs.

const desk = setUpGatedFiles()
const { at, propose } = desk
const put = (name: string, text = 'x') => {
  mkdirSync(dirname(at(name)), { recursive: true })
  writeFileSync(at(name), text)
}

const places = [
  '.git/hooks/pre-commit',
  'project/.git/config',
  '.GIT/Hooks/post-merge',
  '.vscode/tasks.json',
  'project/.mcp.json',
  '.cursor/mcp.json',
  '.husky/pre-push',
  '.config/autostart/a.desktop',
  '.bashrc',
  '.tcshrc',
  'project/.exrc',
  '.local/share/systemd/user/a.service',
  '.config/sway/config',
  '.bashrc.d/own.sh',
  '.local/share/applications/a.desktop',
  '.config/Code/User/settings.json',
  '.config/zed/tasks.json',
  '.elvish/rc.elv',
  '.config/elvish/rc.elv',
  '.config/awesome/rc.lua',
  '.config/bspwm/bspwmrc',
  '.config/qtile/config.py',
  '.config/river/init',
  '.config/niri/config.kdl',
  '.config/labwc/autostart',
]
const others = [
  '.github/workflows/ci.yml',
  'git/config',
  'vscode/tasks.json',
  'my.mcp.json',
  'bashrc',
  '.gitignore',
  'login',
  '.local/share/notes/a.md',
  '.config/code/notes.md',
]

describe('what other programs act on by themselves', () => {
  it.each(places)('is asked for in a dialog before it is there: %s', async (name) => {
    const proposal = await propose('create_file', { path: at(name), content: 'run me\n' })
    expect(proposal).toMatchObject({
      class: 'destructive_update',
      raisedBecause: [expect.stringContaining('Other programs act by themselves on')],
    })
    expect(existsSync(at(name))).toBe(false)
  })

  it.each(others)('is nothing that only looks like it: %s', async (name) => {
    expect(await propose('create_file', { path: at(name), content: 'a\n' })).toMatchObject({
      class: 'safe_create',
      raisedBecause: [],
    })
  })

  it('is asked for whichever tool writes there', async () => {
    put('a.txt')
    put('b.txt')
    put('.vscode/settings.json', 'one\ntwo\nthree\nfour\n')
    const calls: readonly (readonly [string, object])[] = [
      ['edit_file', { path: at('.vscode/settings.json'), edits: [{ old_text: 'two', new_text: '2' }] }],
      ['append_to_file', { path: at('.vscode/settings.json'), content: 'five' }],
      ['move_files', { items: [{ from: at('a.txt'), to: at('.vscode/tasks.json') }] }],
      ['copy_files', { items: [{ from: at('b.txt'), to: at('.git/hooks/pre-commit') }] }],
    ]
    for (const [tool, input] of calls) {
      expect(await propose(tool, input), tool).toMatchObject({
        class: 'destructive_update',
        raisedBecause: expect.arrayContaining([expect.stringContaining('can make them run commands')]),
      })
    }
  })

  it('is said where replacing a file is asked for anyway', async () => {
    put('.vscode/settings.json')
    const replacing = { path: at('.vscode/settings.json'), content: 'other' }
    expect(await propose('overwrite_file', replacing)).toMatchObject({
      class: 'destructive_update',
      preview: { warnings: [expect.stringContaining('can make them run commands')] },
    })
  })

  it('is asked for although the tool may run without asking', async () => {
    desk.gate.setPolicy({ assistant: defaultAssistant, tool: 'create_file', policy: 'auto', by: person })
    const outcome = await desk.call('create_file', { path: at('.git/hooks/pre-commit'), content: 'x' })
    expect(outcome.status).toBe('proposed')
    expect((await desk.call('create_file', { path: at('a.txt'), content: 'x' })).status).toBe('done')
  })

  it.each([
    ['a hook', '.git/hooks/pre-commit', () => undefined],
    ['a program', 'run.sh', () => chmodSync(at('run.sh'), 0o755)],
    ['a file with another name', 'a.txt', () => linkSync(at('a.txt'), at('b.txt'))],
    [
      'more than all that is kept',
      'large.img',
      () => {
        truncateSync(at('large.img'), 150_000_000)
        setStoredLimits(desk.open.db, { days: 30, bytes: 100_000_000 })
      },
    ],
  ])('so is replacing %s, and another file is not', async (_, name, prepare) => {
    put(name, 'twenty characters or so\n')
    put('usual.txt', 'short\n')
    prepare()
    desk.gate.setPolicy({ assistant: defaultAssistant, tool: 'overwrite_file', policy: 'auto', by: person })
    const overwrite = (path: string) => desk.call('overwrite_file', { path: at(path), content: 'x\n' })
    expect((await overwrite(name)).status).toBe('proposed')
    expect((await overwrite('usual.txt')).status).toBe('done')
  })

  it.each(['move_files', 'copy_files'])(
    'is asked for where a folder only comes to be so by %s, also of a choice, and not where it was before',
    async (tool) => {
      put('c/autostart/x.desktop')
      put('d/usual.txt')
      put('project/.git/config')
      const items = [
        { from: at('c'), to: at('.config') },
        { from: at('d'), to: at('e') },
      ]
      const proposal = await propose(tool, { items })
      expect(proposal).toMatchObject({
        class: 'destructive_update',
        raisedBecause: [expect.stringContaining(at('.config/autostart'))],
      })
      const choice = { items: [0] }
      const amended = await desk.gate.amend({ id: proposal.id, planHash: proposal.planHash, choice })
      expect(amended.class).toBe('destructive_update')
      const project = await propose(tool, { items: [{ from: at('project'), to: at('archive') }] })
      expect(project.raisedBecause).toEqual([])
    },
  )

  it('is still asked for once a person has edited what goes there', async () => {
    const { id, planHash } = await propose('create_file', { path: at('.git/hooks/pre-commit'), content: 'x' })
    const amended = await desk.gate.amend({ id, planHash, edited: { content: 'y' } })
    expect(amended.class).toBe('destructive_update')
    await desk.gate.approve({
      ...{ id, planHash, edited: { content: 'y' }, amendedHash: amended.planHash },
      by: person,
    })
    expect(readFileSync(at('.git/hooks/pre-commit'), 'utf8')).toBe('y')
  })

  it('may be taken away like anything else', async () => {
    put('.vscode/tasks.json')
    const proposal = await propose('trash_files', { paths: [at('.vscode/tasks.json')] })
    expect(proposal.raisedBecause).toEqual([])
  })
})
