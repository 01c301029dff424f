import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Proposal } from '../../../src/shared/contract/changes'
import { answer, text, toolResultsOf, toolUse } from '../../support/fake-messages-api'
import { type Arena, hiddenWords, openArena } from './arena'
import { asking, callerNamed, callers } from './callers'
import { pathArguments } from './path-arguments'
import { type Attempt, expectRefused } from './path-attempts'
import { harmlessFile, nextNumber } from './ways-out'

const limitMs = 60_000

/** Where secrets lie, below a home that is granted whole: what is there, and what is not there yet. */
const secrets: readonly { readonly file: string; readonly free: string; readonly folder?: string }[] = [
  { file: '.ssh/id_rsa', free: '.ssh/authorized_keys', folder: '.ssh' },
  { file: '.aws/credentials', free: '.aws/config', folder: '.aws' },
  { file: '.env', free: '.env.production' },
  { file: 'project/.env.local', free: 'project/sub/.envrc' },
  { file: '.config/gcloud/credentials.db', free: '.config/gcloud/new', folder: '.config/gcloud' },
  { file: '.kube/config', free: '.kube/cache/x', folder: '.kube' },
  { file: '.docker/config.json', free: '.docker/daemon.json', folder: '.docker' },
  { file: '.npmrc', free: 'project/.npmrc' },
  { file: '.netrc', free: '_netrc' },
  { file: '.gnupg/private-keys-v1.d/a.key', free: '.gnupg/gpg.conf', folder: '.gnupg' },
  { file: 'Library/Keychains/login.keychain-db', free: 'Library/Keychains/x', folder: 'Library/Keychains' },
  { file: '.password-store/mail.gpg', free: '.password-store/.gpg-id', folder: '.password-store' },
  { file: 'papers/Family.kdbx', free: 'papers/New.kdbx' },
  {
    file: '.local/share/keyrings/login.keyring',
    free: '.local/share/keyrings/x',
    folder: '.local/share/keyrings',
  },
  {
    file: '.config/google-chrome/Default/Cookies',
    free: '.config/google-chrome/x',
    folder: '.config/google-chrome',
  },
  {
    file: '.mozilla/firefox/a.default/logins.json',
    free: '.mozilla/firefox/profiles.ini',
    folder: '.mozilla/firefox',
  },
  { file: '.bash_history', free: '.zsh_history' },
  { file: '.psql_history', free: '.python_history' },
  { file: '.git-credentials', free: 'project/.git-credentials' },
]

/** Other spellings of the same: as a file system may compare them that this one is not. */
const spellings = [
  '.SSH/x',
  '.Ssh/x',
  '.ssh./x',
  '.ssh /x',
  '.\u017fsh/x',
  '.s\u200csh/x',
  '\uff0essh/x',
  '.ssh::$INDEX_ALLOCATION/x',
  '.ENV',
  '.Env.Local',
  'project/.env\u00a0',
  '.e\u00adnv',
  '.\uff45nv',
  '.AWS/Credentials',
  'LIBRARY/keychains/x',
  'papers/Other.KDBX',
] as const

let arena: Arena

beforeAll(async () => {
  arena = await openArena({ grant: '.' })
  for (const { file } of secrets) {
    mkdirSync(join(arena.home, dirname(file)), { recursive: true })
    writeFileSync(join(arena.home, file), `${hiddenWords} MARKER\n`)
  }
  symlinkSync(join(arena.home, '.ssh'), join(arena.docs, 'keys'))
  symlinkSync(arena.data, join(arena.docs, 'own'))
}, limitMs)
afterAll(() => arena.close())

const contents = () => secrets.map(({ file }) => readFileSync(join(arena.home, file), 'utf8'))
const made = () =>
  [...secrets.map(({ free }) => free), ...spellings].filter((path) => existsSync(join(arena.home, path)))

/** Every tool on every secret; a part of that table for all callers but one. */
function secretAttempts(caller: string, which: 'all' | 'some'): Attempt[] {
  const cells = secrets.flatMap((secret) =>
    pathArguments.flatMap((argument): (() => Attempt)[] => {
      const below = secret[argument.need]
      if (below === undefined) return []
      const asked = argument.asks === true && asking.includes(caller)
      return [() => attempt(argument, join(arena.home, below), asked ? ['proposed'] : ['denied'])]
    }),
  )
  return cells.filter((_, index) => which === 'all' || index % 7 === 0).map((make) => make())
}

function attempt(argument: (typeof pathArguments)[number], path: string, codes: readonly string[]): Attempt {
  const { tool, field, input } = argument
  return {
    label: `${tool} ${field}: ${path}`,
    tool,
    input: input(path, harmlessFile(arena, nextNumber())),
    codes,
  }
}

describe.each(Object.keys(callers))('%s', (name) => {
  const which = name === 'the command line with --approve safe' ? 'all' : 'some'

  it('changes no secret, and reads none that the person was not asked for', {
    timeout: limitMs,
  }, async () => {
    const before = contents()
    await expectRefused(arena, await callerNamed(name, arena), secretAttempts(name, which))
    expect(contents()).toEqual(before)
    expect(made()).toEqual([])
  })
})

it('takes no other spelling of a secret for something else', { timeout: limitMs }, async () => {
  const call = await callerNamed('the command line with --approve safe', arena)
  const free = pathArguments.filter(({ need }) => need === 'free')
  const tried = spellings.flatMap((path) =>
    free.map((each) => attempt(each, join(arena.home, path), ['denied'])),
  )
  await expectRefused(arena, call, tried)
  expect(made()).toEqual([])
})

it.each(Object.keys(callers))(
  'never lets %s at Countersign’s own data, by any name, there or not',
  {
    timeout: limitMs,
  },
  async (name) => {
    const { data, home, docs } = arena
    const places: Readonly<Record<string, readonly string[]>> = {
      file: [join(data, 'countersign.db'), join(docs, 'own/countersign.db'), join(data, 'lock.db')],
      folder: [data, join(data, 'blobs'), join(docs, 'own')],
      free: [
        join(data, 'secrets.json'),
        join(data, 'new/mcp.json'),
        join(docs, 'own/settings.json'),
        join(dirname(data), 'Countersign-Data/secrets.json'),
        join(dirname(data), 'countersign-dat\u200ba/x'),
        // Where it would be kept without --data: nothing is there yet.
        join(home, '.local/share/countersign/countersign.db'),
        join(home, '.local/share/COUNTERSIGN/secrets.json'),
      ],
    }
    const tried = pathArguments.flatMap((each) =>
      (places[each.need] ?? []).map((path) => attempt(each, path, ['denied'])),
    )
    await expectRefused(arena, await callerNamed(name, arena), tried)
    expect(existsSync(join(data, 'secrets.json')) || existsSync(join(data, 'new'))).toBe(false)
    expect(await arena.window.system.doctor()).toMatchObject({ ok: true })
  },
)

it('does not hide a secret place under another name, or make one out of usual folders', {
  timeout: limitMs,
}, async () => {
  mkdirSync(join(arena.home, 'usual/gcloud'), { recursive: true })
  writeFileSync(join(arena.home, 'usual/gcloud/credentials.db'), 'forged\n')
  mkdirSync(join(arena.home, 'elsewhere'))
  const call = await callerNamed('the command line', arena)
  const at = (path: string) => join(arena.home, path)
  const relocations = [
    { from: at('.config'), to: at('config') },
    { from: at('Library'), to: at('library-2') },
    { from: at('project'), to: at('project-2') },
    { from: at('usual'), to: at('elsewhere/.config') },
  ]
  const outcomes = await call(
    ['move_files', 'copy_files'].flatMap((tool) =>
      relocations.map((item) => ({ tool, input: { items: [item] } })),
    ),
  )
  expect(outcomes.map(({ kind }) => kind)).toEqual(outcomes.map(() => 'refused'))
})

it('does not find secrets by looking: they are passed over, whatever is asked for', {
  timeout: limitMs,
}, async () => {
  const call = await callerNamed('the command line', arena)
  for (const path of [arena.home, undefined]) {
    const [found, files, counted] = await call([
      { tool: 'search_file_contents', input: { query: 'MARKER', path, include_ignored: true } },
      {
        tool: 'search_file_contents',
        input: { query: 'MARKER', path, mode: 'files', include_ignored: true },
      },
      {
        tool: 'search_file_contents',
        input: { query: 'MARKER', path, mode: 'count', glob: '**/.env*', include_ignored: true },
      },
    ])
    for (const outcome of [found, files, counted]) {
      expect(outcome?.kind).toBe('answered')
      // Beside the granted folder of other tests there are files with these words that are no secrets.
      const lines = JSON.stringify(outcome)
      for (const { file } of secrets) expect(lines).not.toContain(`${arena.home}/${file}\\\\`)
      expect(lines).not.toContain(`${hiddenWords} MARKER`)
    }
  }
})

describe('a question whether something may be read', () => {
  /** The assistant reads in a chat; answers the first question and the run's later requests. */
  async function readInChat(...paths: readonly string[]) {
    const events = await arena.watch()
    arena.api.push(...paths.map((path) => answer([toolUse('read_file', { path })])), answer([text('Done.')]))
    const { conversationId, runId } = await arena.window.conversations.send({
      conversationId: null,
      text: 'Read it',
    })
    const nextQuestion = async (): Promise<Proposal | null> => {
      for (let next = await events.next(); next.done !== true; next = await events.next()) {
        const event = next.value
        if (
          event.type === 'proposal' &&
          event.proposal.runId === runId &&
          event.proposal.status === 'pending'
        ) {
          return arena.window.proposals.get({ id: event.proposal.id })
        }
        if (event.type === 'run' && event.event.runId === runId && event.event.body.type === 'run_finished')
          return null
      }
      throw new Error('The host ended.')
    }
    return { conversationId, runId, nextQuestion }
  }
  const lastResult = () => JSON.stringify(toolResultsOf(arena.api.created.at(-1)))

  it('names the file, reads it after a yes, and holds for that file in that run alone', {
    timeout: limitMs,
  }, async () => {
    const path = join(arena.home, '.env')
    const first = await readInChat(path, path, join(arena.home, 'project/.env.local'))
    const question = (await first.nextQuestion()) as Proposal
    expect(question).toMatchObject({
      class: 'read',
      tool: 'read_file',
      remember: [],
      typeToConfirm: null,
      preview: { targets: [{ reference: path }], summary: expect.stringContaining(path) },
    })
    const decided = await arena.approve(question)
    expect(decided).toMatchObject({ status: 'applied', changeId: null })
    // The same file is not asked for again in this run; another one is.
    const second = (await first.nextQuestion()) as Proposal
    expect(lastResult()).toContain(hiddenWords)
    expect(second.preview.targets).toMatchObject([{ reference: join(arena.home, 'project/.env.local') }])
    await arena.window.proposals.reject({ id: second.id, reason: 'Not that one.' })
    expect(await first.nextQuestion()).toBeNull()
    expect(lastResult()).toContain('Not that one.')
    expect(await arena.window.changes.list({ runId: first.runId })).toEqual([])
    expect(await arena.window.changes.verify()).toMatchObject({ intact: true })

    const next = await readInChat(path)
    const again = (await next.nextQuestion()) as Proposal
    expect(again.preview.targets).toMatchObject([{ reference: path }])
    await arena.window.proposals.reject({ id: again.id })
    expect(await next.nextQuestion()).toBeNull()
  })

  it('is bound to the path that was shown, is decided once, and not by whoever asked', {
    timeout: limitMs,
  }, async () => {
    const link = join(arena.home, 'swapped')
    mkdirSync(link)
    writeFileSync(join(link, '.env'), 'harmless\n')
    const outcome = await arena.window.tools.call({ tool: 'read_file', input: { path: join(link, '.env') } })
    if (outcome.status !== 'proposed') throw new Error(outcome.result.content)
    const { proposal } = outcome
    const client = await arena.attach('mcp_client', null)
    const { id, planHash } = proposal
    await expect(client.proposals.approve({ id, planHash })).rejects.toThrow(/may only/)
    await expect(
      arena.window.proposals.approve({ id, planHash, remember: { scope: 'run' } }),
    ).rejects.toThrow(/allowed once/)
    renameSync(link, `${link}-away`)
    symlinkSync(join(arena.home, 'project'), link)
    writeFileSync(join(arena.home, 'project/.env'), `${hiddenWords}\n`)
    const decided = await arena.window.proposals.approve({ id: proposal.id, planHash: proposal.planHash })
    expect(decided.proposal.status).toBe('conflict')
    expect(JSON.stringify(decided)).not.toContain('unseen')
    await expect(arena.approve(proposal)).rejects.toThrow(/Already approved/)
    await expect(arena.window.proposals.proposeAgain({ id: proposal.id })).rejects.toThrow(/asked anew/)
  })
})
