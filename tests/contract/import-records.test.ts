import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Client, clientInProcess, fromClientError } from '../../src/main/rpc/client'
import { person } from '../../src/shared/actor'
import { setUpCoreDesk } from '../support/core-desk'
import { decide } from '../support/crash/cases'
import { openTestCore, type TestCore } from '../support/open-test-core'
import { exportedContact, exportedTask, idFor, writeOwnExport } from '../support/own-export'

const limitMs = 60_000
const desk = setUpCoreDesk('for each test')
let out: string

beforeEach(() => {
  out = join(desk.papers, 'out')
})

async function proposed(client: Client, path: string, own = true) {
  const outcome = await client.data.import({ path, own })
  if (outcome.status !== 'proposed') throw new Error(JSON.stringify(outcome.result))
  return outcome.proposal
}

/** Imports what a person chose, and says yes; answers the entry of the ledger. */
async function take(client: Client, path: string, own = true) {
  const { id, planHash } = await proposed(client, path, own)
  const { proposal } = await client.proposals.approve({ id, planHash })
  expect(proposal).toMatchObject({ status: 'applied' })
  const [change] = await client.changes.list({ limit: 1 })
  if (change === undefined) throw new Error('There is no entry.')
  return change
}

/** All contacts and tasks with what is attached to them. */
async function all(client: Client) {
  const [contacts, tasks] = [await client.contacts.list({}), await client.tasks.list({})]
  return {
    contacts: await Promise.all(contacts.map(({ id }) => client.contacts.get({ id }))),
    tasks: await Promise.all(tasks.map(({ id }) => client.tasks.get({ id }))),
  }
}

const contactNames = async (client = desk.client) =>
  (await client.contacts.list({})).map(({ name }) => name).sort()
const taskTitles = async (client = desk.client) =>
  (await client.tasks.list({})).map(({ title }) => title).sort()

/** Two people of an organization who are linked, and tasks in each other that wait, with a comment. */
async function furnish(client: Client): Promise<void> {
  await decide(client, 'create_contact', { kind: 'organization', name: 'Society' })
  const society = (await client.contacts.list({}))[0]?.id
  const ada = { name: 'Ada', emails: [{ label: 'work', value: 'ada@example.org' }], tags: ['maths'] }
  await decide(client, 'create_contact', { ...ada, organization: society, birthday: '--12-10' })
  await decide(client, 'create_contact', { name: 'Charles', notes: 'Builds *engines*.\n' })
  const byName = new Map((await client.contacts.list({})).map(({ name, id }) => [name, id]))
  const ends = { from_id: byName.get('Ada'), to_id: byName.get('Charles') }
  await decide(client, 'link_contacts', { ...ends, relation: 'friend' })
  await decide(client, 'create_tasks', {
    tasks: [
      { title: 'Report', key: 'report', assistant: 'default', tags: ['engine'] },
      { title: 'Figures', key: 'figures', parent: 'report', due: '2026-12-01', priority: 'high' },
      { title: 'Print', parent: 'report', needs: ['figures'], notes: 'On *thick* paper.' },
    ],
  })
  const [report] = await client.tasks.list({ query: 'report' })
  await decide(client, 'comment_on_task', { task_id: report?.id, text: 'Begun.' })
}

describe('contacts and tasks of our own export', { timeout: limitMs }, () => {
  let other: TestCore | null = null
  const elsewhere = async (): Promise<Client> => {
    other = await openTestCore()
    return clientInProcess(other.core.router, { actor: person, approval: null })
  }
  const leave = async () => {
    await other?.close()
    other = null
  }

  it('are the same elsewhere, with what they are attached to, and come once', async () => {
    await furnish(desk.client)
    await desk.client.data.export({ path: out })
    const client = await elsewhere()
    try {
      const { preview } = await proposed(client, out)
      expect(preview.summary).toBe('Import 3 contacts and 3 tasks of Countersign from “out”.')
      expect(preview.warnings.join(' ')).toContain('nothing that a file says may give rights')
      await take(client, out)
      expect(await all(client)).toEqual(await all(desk.client))
      const again = await client.data.import({ path: out, own: true })
      expect(again).toMatchObject({ status: 'done', result: { state: { succeeded: 0, here: 6 } } })
    } finally {
      await leave()
    }
  })

  it('of an export from before there were ids in it hang together by their names, where only one is called so', async () => {
    const ends = { from: 'Ada', to: 'Basil' }
    const friend = { ...ends, relation: 'friend' }
    const twin = { from: 'Basil', relation: 'knows', to: 'Twin' }
    const comment = { text: 'Begun.', by: 'You', at: '2026-01-01T00:00:00.000Z' }
    writeOwnExport(out, {
      contacts: [
        exportedContact('Lab', { kind: 'organization' }),
        exportedContact('Ada', { organization: 'Lab', links: [friend] }),
        exportedContact('Basil', { organization: 'Twin', links: [friend, twin] }),
        exportedContact('Twin', { id: idFor('one') }),
        exportedContact('Twin', { id: idFor('two'), role: 'Other' }),
      ],
      tasks: [
        exportedTask('Report', { assistant: 'Assistant', comments: [comment, comment] }),
        exportedTask('Print', { assistant: 'Nobody', parent: { id: idFor('Report'), title: 'Report' } }),
      ],
    })
    await take(desk.client, out)
    const { contacts, tasks } = await all(desk.client)
    const contact = (name: string) => contacts.find(({ contact }) => contact.name === name)
    expect(await contactNames()).toEqual(['Ada', 'Basil', 'Lab', 'Twin', 'Twin'])
    expect(contact('Ada')?.contact.organization).toBe(idFor('Lab'))
    expect(contact('Basil')?.contact.organization).toBeNull()
    const friendOf = (name: string, direction: string) => [
      { relation: 'friend', direction, other: { id: idFor(name) } },
    ]
    expect(contact('Ada')?.links).toMatchObject(friendOf('Basil', 'from'))
    expect(contact('Basil')?.links).toMatchObject(friendOf('Ada', 'to'))
    const task = (title: string) => tasks.find(({ task }) => task.title === title)
    expect(task('Report')).toMatchObject({
      task: { assistant: 'default' },
      comments: [{ text: 'Begun.' }, { text: 'Begun.' }],
    })
    expect(task('Print')?.task).toMatchObject({ assistant: null, parent: idFor('Report') })
  })

  it('go with one undo, and come back with the undo of that', async () => {
    await furnish(desk.client)
    await desk.client.data.export({ path: out })
    const client = await elsewhere()
    try {
      const { id } = await take(client, out)
      const came = await all(client)
      const undone = await client.changes.undo({ id })
      expect(await all(client)).toEqual({ contacts: [], tasks: [] })
      await client.changes.undo({ id: undone.id })
      expect(await all(client)).toEqual(came)
    } finally {
      await leave()
    }
  })

  it('that are here stay as they are; what is gone comes back in its place', async () => {
    await furnish(desk.client)
    await desk.client.data.export({ path: out })
    const before = await all(desk.client)
    const [figures] = await desk.client.tasks.list({ query: 'figures' })
    const [charles] = await desk.client.contacts.list({ query: 'charles' })
    const [ada] = await desk.client.contacts.list({ query: 'ada' })
    await decide(desk.client, 'delete_tasks', { task_ids: [figures?.id] })
    await decide(desk.client, 'delete_contacts', { contact_ids: [charles?.id] })
    await decide(desk.client, 'update_contact', { contact_id: ada?.id, role: 'Countess' })
    const { preview } = await proposed(desk.client, out)
    expect(preview.summary).toBe('Import 1 contact and 1 task of Countersign from “out”.')
    expect(preview.warnings.join(' ')).toContain('1 contact or task is here and changed since')
    await take(desk.client, out)
    const after = await all(desk.client)
    const recordOf = (found: typeof after, name: string) =>
      found.contacts.find(({ contact }) => contact.name === name)?.contact
    expect(recordOf(after, 'Charles')).toEqual(recordOf(before, 'Charles'))
    expect(await contactNames()).toEqual(['Ada', 'Charles', 'Society'])
    expect(after.contacts.find(({ contact }) => contact.name === 'Ada')).toMatchObject({
      contact: { role: 'Countess' },
      links: [{ relation: 'friend', direction: 'from', other: { name: 'Charles' } }],
    })
    expect(after.tasks).toEqual(before.tasks)
  })

  it.each([
    ['keep', ['a']],
    ['replace', []],
  ] as const)(
    'that somebody changed since are asked about when the import is undone: %s',
    async (choice, left) => {
      const { id } = await take(
        desk.client,
        writeOwnExport(out, {
          contacts: [exportedContact('ada')],
          tasks: [exportedTask('a'), exportedTask('b')],
        }),
      )
      await decide(desk.client, 'comment_on_task', { task_id: idFor('a'), text: 'Mine.' })
      const error = await desk.client.changes.undo({ id }).catch(fromClientError)
      expect(error).toMatchObject({ code: 'conflict' })
      expect([await contactNames(), await taskTitles()]).toEqual([['ada'], ['a', 'b']])
      await desk.client.changes.undo({ id, decisions: [{ reference: idFor('a'), choice }] })
      expect([await contactNames(), await taskTitles()]).toEqual([[], left])
    },
  )

  it('count as text from outside, unless the person wrote them', async () => {
    const path = writeOwnExport(out, {
      contacts: [exportedContact('ada')],
      tasks: [
        exportedTask('a', {
          read_from_outside: ['mail.txt'],
          comments: [{ id: idFor('c'), text: 'Said.', by: 'Someone', at: '2026-01-03T00:00:00.000Z' }],
        }),
      ],
    })
    const { id } = await take(desk.client, path, false)
    const found = await all(desk.client)
    expect(found.contacts[0]?.contact).toMatchObject({ outside: ['out'], madeBy: person })
    expect(found.tasks[0]).toMatchObject({
      task: { outside: ['out', 'mail.txt'] },
      comments: [{ outside: ['out'], madeBy: person, createdAt: Date.UTC(2026, 0, 3) }],
    })
    await desk.client.changes.undo({ id })
    await take(desk.client, path)
    const own = await all(desk.client)
    expect([own.contacts[0]?.contact.outside, own.tasks[0]?.task.outside]).toEqual([[], ['mail.txt']])
  })

  it('that are known by their content alone are not doubled, and are what others belong to', async () => {
    await decide(desk.client, 'create_contact', { kind: 'organization', name: 'Society' })
    const [here] = await desk.client.contacts.list({})
    const society = exportedContact('society', { kind: 'organization', name: 'Society' })
    const ada = exportedContact('ada', { organization: { id: idFor('society'), name: 'Society' } })
    await take(desk.client, writeOwnExport(out, { contacts: [society, ada] }))
    expect(await contactNames()).toEqual(['Society', 'ada'])
    expect((await desk.client.contacts.get({ id: idFor('ada') })).organization?.id).toBe(here?.id)
  })

  it('for an assistant that is not here come for nobody, and that is told', async () => {
    const assistant = { id: 'gone', name: 'Nobody here' }
    const path = writeOwnExport(out, { tasks: [exportedTask('a', { assistant })] })
    const { preview } = await proposed(desk.client, path)
    expect(preview.warnings).toContain(
      '1 task is for an assistant that is not here, and comes for nobody in particular.',
    )
    await take(desk.client, path)
    expect((await all(desk.client)).tasks[0]?.task.assistant).toBeNull()
  })
})

describe('a damaged or hostile export', { timeout: limitMs }, () => {
  const reference = (name: string) => ({ id: idFor(name), title: name })
  const chain = (length: number) =>
    Array.from({ length }, (_, at) =>
      exportedTask(`t${at}`, at === 0 ? {} : { parent: reference(`t${at - 1}`) }),
    )

  const bad = exportedTask('x')
  it.each<readonly [string, Parameters<typeof writeOwnExport>[1], string, readonly string[]]>([
    ['a field of another kind', { tasks: [{ ...bad, status: 'urgent!' }] }, 'damaged', []],
    ['no name to see', { contacts: [exportedContact('x', { name: '\u200b' })] }, 'damaged', []],
    [
      'an address that runs a script',
      { contacts: [exportedContact('x', { urls: [{ label: '', value: 'javascript:1' }] })] },
      'damaged',
      [],
    ],
    ['an id twice', { tasks: [bad, { ...bad, title: 'other' }] }, 'there twice: “other”', ['x']],
    [
      'a task that waits for itself',
      { tasks: [{ ...bad, needs: [reference('x')] }] },
      'for itself in a ring',
      [],
    ],
    [
      'tasks that wait for each other',
      { tasks: [{ ...bad, needs: [reference('y')] }, exportedTask('y', { needs: [reference('x')] })] },
      'for each other in a ring: “x”, “y”',
      [],
    ],
    [
      'a whole that its part waits for',
      { tasks: [bad, exportedTask('y', { parent: reference('x'), needs: [reference('x')] })] },
      'for each other in a ring',
      [],
    ],
    [
      'a file that ends in the middle',
      { files: { 'contacts.json': `[${JSON.stringify(exportedContact('a'))},{"id":` } },
      'ends in the middle',
      ['a'],
    ],
    ['a list of other things', { contacts: [1, null, [], 'x', {}] }, '5 contacts and tasks are left out', []],
  ])('with %s leaves that out by name, and the others come', async (_what, content, words, come) => {
    const path = writeOwnExport(out, {
      ...content,
      tasks: [...(content.tasks ?? []), exportedTask('good')],
    })
    expect((await proposed(desk.client, path)).preview.warnings.join(' ')).toContain(words)
    await take(desk.client, path)
    expect([...(await taskTitles()), ...(await contactNames())].sort()).toEqual([...come, 'good'].sort())
  })

  it('brings no task that is too deep within others', async () => {
    const path = writeOwnExport(out, { tasks: chain(12) })
    expect((await proposed(desk.client, path)).preview.warnings.join(' ')).toContain('4 tasks are left out')
    await take(desk.client, path)
    expect(await taskTitles()).toHaveLength(8)
  })

  it('gives ids that are none other ones, follows them, and brings them once', async () => {
    const path = writeOwnExport(out, {
      tasks: [
        exportedTask('whole', { id: '__proto__' }),
        exportedTask('part', { id: '../x', parent: { id: '__proto__' }, needs: [{ id: 'nowhere' }] }),
      ],
    })
    await take(desk.client, path)
    const { tasks } = await all(desk.client)
    const whole = tasks.find(({ task }) => task.title === 'whole')
    expect(whole?.task.id).toMatch(/^[0-9a-f-]{36}$/u)
    expect(tasks.find(({ task }) => task.title === 'part')?.task).toMatchObject({
      parent: whole?.task.id,
      needs: [],
    })
    expect(await desk.client.data.import({ path, own: true })).toMatchObject({
      result: { state: { succeeded: 0, here: 2 } },
    })
  })

  it('changes no link, comment or task that is here', async () => {
    const link = (id: string, from: string, to: string, relation: string) => ({
      ...{ id: idFor(id), from: { id: idFor(from) }, relation, to: { id: idFor(to) } },
      added_at: '2026-01-01T00:00:00.000Z',
    })
    const said = (id: string, text: string) => ({ id: idFor(id), text, at: '2026-01-01T00:00:00.000Z' })
    const friends = link('l', 'ada', 'bob', 'friend')
    await take(
      desk.client,
      writeOwnExport(out, {
        contacts: [
          exportedContact('ada', { links: [friends] }),
          exportedContact('bob', { links: [friends] }),
        ],
        tasks: [exportedTask('a', { comments: [said('c', 'First.')] })],
      }),
    )
    await take(
      desk.client,
      writeOwnExport(out, {
        contacts: [
          exportedContact('ada', { name: 'Eve' }),
          exportedContact('eve', {
            links: [link('l', 'eve', 'bob', 'enemy'), link('m', 'ada', 'bob', 'enemy')],
          }),
        ],
        tasks: [
          exportedTask('a', { notes: 'other' }),
          exportedTask('b', { comments: [said('c', 'Second.')] }),
        ],
      }),
    )
    const { contacts, tasks } = await all(desk.client)
    const linked = contacts.flatMap(({ contact, links }) =>
      links.map(({ relation, other }) => `${contact.name} ${relation} ${other.name}`),
    )
    expect(linked.sort()).toEqual(['ada friend bob', 'bob enemy eve', 'bob friend ada', 'eve enemy bob'])
    expect(tasks.map(({ task, comments }) => [task.title, task.notes, comments[0]?.text])).toEqual([
      ['a', '', 'First.'],
      ['b', '', 'Second.'],
    ])
  })

  it('with a link that is told at one end alone is undone as one', async () => {
    const link = { id: idFor('l'), from: { id: idFor('bob') }, relation: 'friend', to: { id: idFor('ada') } }
    const path = writeOwnExport(out, {
      contacts: [exportedContact('ada'), exportedContact('bob', { links: [link] })],
    })
    const { id } = await take(desk.client, path)
    expect((await desk.client.contacts.get({ id: idFor('ada') })).links).toMatchObject([
      { relation: 'friend' },
    ])
    await desk.client.changes.undo({ id })
    expect(await contactNames()).toEqual([])
  })

  it('that would make a ring with tasks that are here brings its own without them', async () => {
    await decide(desk.client, 'create_task', { title: 'here' })
    const here = (await desk.client.tasks.list({}))[0]?.id ?? ''
    await take(desk.client, writeOwnExport(out, { tasks: [exportedTask('a')] }))
    await decide(desk.client, 'update_task', { task_id: here, needs: [idFor('a')] })
    await decide(desk.client, 'delete_tasks', { task_ids: [idFor('a')] })
    const path = writeOwnExport(out, { tasks: [exportedTask('a', { needs: [{ id: here }] })] })
    const { preview } = await proposed(desk.client, path)
    expect(preview.warnings.join(' ')).toContain('without their place among those that are here')
    await take(desk.client, path)
    const { tasks } = await all(desk.client)
    expect(tasks.find(({ task }) => task.title === 'a')?.task.needs).toEqual([])
  })
})
