import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { setUpAgentDesk } from '../../../../tests/support/agent/desk'
import { answer, text, toolUse } from '../../../../tests/support/fake-messages-api'
import { workedMs } from '../../../../tests/support/processor-time'
import { person } from '../../../shared/actor'
import { createConversationTable } from '../../db/conversations'
import { lookAtClock } from '../../db/trusted-time'

const desk = setUpAgentDesk()

const said = async (question: string, words: string, conversationId?: string) => {
  desk.api.push(answer([text(words)]))
  const run = await desk.bench.run(question, conversationId === undefined ? {} : { conversationId })
  await expect.poll(() => desk.bench.conversations.list().some(({ running }) => running)).toBe(false)
  return run
}
const line = (id: string) => desk.bench.conversations.list().find((each) => each.id === id)

describe('the list of conversations', () => {
  it('pins, archives and keeps in folders; a folder that goes leaves what was in it', async () => {
    const { conversationId: id } = await said('Hello', 'Hi.')
    const folder = desk.bench.conversations.putFolder({ id: null, name: 'Work' })
    expect(() => desk.bench.conversations.putFolder({ id: null, name: 'Work' })).toThrow(
      'There is a folder “Work” already.',
    )
    desk.bench.conversations.arrange({ id, pinned: true, archived: true, folderId: folder.id })
    expect(line(id)).toMatchObject({ pinned: true, archived: true, folderId: folder.id })
    expect(desk.bench.conversations.putFolder({ id: folder.id, name: 'Office' })).toEqual({
      id: folder.id,
      name: 'Office',
    })
    await desk.bench.restart()
    expect(desk.bench.conversations.folders()).toEqual([{ id: folder.id, name: 'Office' }])
    desk.bench.conversations.arrange({ id, pinned: false })
    expect(desk.bench.conversations.arrange({ id })).toMatchObject({ pinned: false, archived: true })
    desk.bench.conversations.removeFolder(folder.id)
    expect(line(id)).toMatchObject({ pinned: false, archived: true, folderId: null })
    expect(() => desk.bench.conversations.arrange({ id, folderId: folder.id })).toThrow(
      'There is no such folder',
    )
  })

  it('keeps the trash for 30 days, and deletes for good only from there', async () => {
    const { conversationId: id, state } = await said('Hello', 'Heliotrope.')
    expect(() => desk.bench.conversations.removeForGood(id)).toThrow('is not in the trash')
    desk.bench.conversations.remove(id)
    expect(desk.bench.conversations.trash()).toMatchObject([
      { id, title: 'Hello', messages: state.messages.length },
    ])
    expect(desk.bench.conversations.search('heliotrope', 10).hits).toEqual([])
    desk.bench.conversations.restore(id)
    expect(desk.bench.conversations.search('heliotrope', 10).hits).toHaveLength(1)

    const { conversationId: other } = await said('Other', 'Others.')
    const table = createConversationTable(desk.bench.db)
    const days = (n: number) => Date.now() - n * 86_400_000
    table.change(id, { trashedAt: days(29) })
    table.change(other, { trashedAt: days(31) })
    desk.bench.conversations.emptyTrash()
    // A window that shows it must not go on to.
    expect(desk.bench.events.at(-1)).toEqual({ type: 'conversation_removed', id: other })
    expect(desk.bench.conversations.trash().map((each) => each.id)).toEqual([id])
    desk.bench.conversations.removeForGood(id)
    expect(() => desk.bench.conversations.snapshot(id)).toThrow('There is no such conversation.')
    for (const left of ['messages', 'run_events', 'runs', 'message_words', 'tool_calls']) {
      expect(desk.bench.db.raw.prepare(`SELECT * FROM ${left}`).all(), left).toEqual([])
    }
  })

  it('does not empty the trash because the clock has leapt by years', async () => {
    const { conversationId: id } = await said('Hello', 'Heliotrope.')
    const years = 3 * 365 * 86_400_000
    lookAtClock(desk.bench.db, Date.now() - years)
    createConversationTable(desk.bench.db).change(id, { trashedAt: Date.now() - years })
    desk.bench.conversations.emptyTrash()
    expect(desk.bench.conversations.trash().map((each) => each.id)).toEqual([id])
  })

  it('does not empty the trash of what was thrown away while the computer showed an old date', async () => {
    const { conversationId: id } = await said('Hello', 'Heliotrope.')
    const old = Date.now() - 3 * 365 * 86_400_000
    lookAtClock(desk.bench.db, Date.now())
    lookAtClock(desk.bench.db, old)
    createConversationTable(desk.bench.db).change(id, { trashedAt: old + 60_000 })
    expect(desk.bench.conversations.trash().map((each) => each.id)).toEqual([id])
  })

  it('leaves no word of a conversation that is deleted for good in the files of the database', async () => {
    // Long enough for pages of its own; other conversations before and after it share the rest.
    const long = 'The jacaranda is in bloom. '.repeat(2_000)
    await said('Hello', 'Heliotrope.')
    const { conversationId: id } = await said(`Where? ${long}`, `Belvedere. ${long}`)
    await said('And', 'Onwards.')
    const { raw } = desk.bench.db
    const files = () =>
      ['', '-wal']
        .map((suffix) => `${raw.name}${suffix}`)
        .filter((path) => existsSync(path))
        .map((path) => readFileSync(path, 'latin1').toLowerCase())
        .join()
    expect(files()).toContain('jacaranda')
    createConversationTable(desk.bench.db).change(id, { trashedAt: Date.now() })
    desk.bench.conversations.removeForGood(id)
    const left = files().match(/.{0,40}(jacaranda|acarand|belvedere).{0,40}/g)
    expect(left).toBeNull()
    expect(files()).toContain('heliotrope')
    expect(desk.bench.conversations.search('heliotrope', 10).hits).toHaveLength(1)
    expect(raw.pragma('secure_delete', { simple: true })).toBe(2)
  })

  it('keeps the ledger of a conversation that is deleted for good, and refuses while a change waits', async () => {
    desk.api.push(
      answer([toolUse('put_item', { name: 'apple', text: 'This is an apple.' })]),
      answer([text('Put.')]),
    )
    const { conversationId, runId } = await desk.bench.send('Put an apple')
    const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
    createConversationTable(desk.bench.db).change(conversationId, { trashedAt: 1 })
    expect(() => desk.bench.conversations.removeForGood(conversationId)).toThrow('wait for a decision')
    desk.bench.conversations.emptyTrash()
    await desk.bench.approve(proposalId)
    await desk.bench.finished(runId)
    await expect.poll(() => desk.bench.conversations.list().some(({ running }) => running)).toBe(false)
    desk.bench.conversations.removeForGood(conversationId)
    expect(desk.bench.gate.changes({ limit: 5 })).toMatchObject([{ status: 'applied' }])
  })
})

describe('the search', () => {
  it('finds messages of every branch by all their words, marks them, and opens at the message', async () => {
    const { conversationId, state } = await said(
      'When is the spring tide?',
      'The tide tables of Sankt Peter say noon.',
    )
    const messageId = state.messages[0]?.id ?? ''
    desk.api.push(answer([text('Autumn, then.')]))
    const { runId } = await desk.bench.conversations.edit({
      ...{ conversationId, messageId, text: 'And in autumn?', attachments: [] },
      ...{ actor: person, approval: null },
    })
    await desk.bench.finished(runId)
    await expect.poll(() => desk.bench.conversations.list().some(({ running }) => running)).toBe(false)

    const { hits } = desk.bench.conversations.search('PETER tab', 10)
    expect(hits).toMatchObject([{ conversationId, role: 'assistant', title: 'When is the spring tide?' }])
    expect(hits[0]?.excerpt.filter(({ match }) => match).map((part) => part.text)).toEqual([
      'tables',
      'Peter',
    ])
    const place = { conversationId, messageId: hits[0]?.messageId ?? '' }
    expect(desk.bench.conversations.showMessage(place)).toEqual({ index: 1, total: 2 })
    expect(await desk.bench.conversations.find(conversationId, 'TIDE T')).toEqual([1])
    expect(await desk.bench.conversations.find(conversationId, 'autumn')).toEqual([])
  })

  it('finds what stands anywhere in a script without spaces between words, beside other words', async () => {
    const before = '潮水每天涨落两次，'.repeat(40)
    const { conversationId } = await said('tide', `${before}水门在NFL决赛那天打开。${before}`)
    await said('水门', 'no tide')
    const found = (typed: string) => desk.bench.conversations.search(typed, 10).hits
    for (const typed of ['nfl决赛', '决赛那天', '门在', '水门 决赛']) {
      expect(found(typed), typed).toMatchObject([{ conversationId, role: 'assistant' }])
    }
    expect(found('水门')).toHaveLength(2)
    expect(found('tide 水门')).toEqual([])
    expect(found('水门打开')).toEqual([])
    const excerpt = found('nfl决赛')[0]?.excerpt ?? []
    expect(excerpt.find(({ match }) => match)?.text).toBe('NFL决赛')
    expect(excerpt.map((part) => part.text).join('').length).toBeLessThan(250)
  })

  it.each([
    ['NEAR(', 1],
    ['a AND OR', 1],
    ['(tide', 1],
    ['NOT tide', 1],
    ['^t', 1],
    ['words:tide', 0],
    ['"', 0],
    ['*', 0],
    ['-', 0],
    ['\u0000', 0],
    ['', 0],
  ])('takes %j as words, not as a query', async (typed, hits) => {
    await said('A tide is not near, and is high or low', 'words')
    expect(desk.bench.conversations.search(typed, 10).hits).toHaveLength(hits)
  })

  it('says when there is more than was asked for', async () => {
    const { conversationId } = await said('tide one', 'No.')
    await said('tide two', 'No.', conversationId)
    expect(desk.bench.conversations.search('tide', 1)).toMatchObject({
      hits: [{ messageId: expect.anything() }],
      more: true,
    })
    expect(desk.bench.conversations.search('tide', 2).more).toBe(false)
  })
})

describe('an exported conversation', () => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)> "quoted" `` ``` ````'

  it('is one page that loads and runs nothing, with everything escaped', async () => {
    const { conversationId } = await said(
      hostile,
      `</div><style>@import 'https://evil.example'</style>${hostile}`,
    )
    desk.bench.conversations.rename(conversationId, '</title><script>../..\\:x')
    const { name, content } = await desk.bench.conversations.export(conversationId, 'html')
    expect(name).toBe('title script .. .. x.html')
    expect(content.match(/<script|<img|<\/title>|@import '/giu)).toEqual(['</title>'])
    expect(content).toContain("default-src 'none'")
    expect(content).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  it('is a page that reads as the conversation did, with no picture from elsewhere', async () => {
    const written = [
      '# Result\n\n**Bold** and `code`, see [the plan](https://example.com/plan?x=1&y=2) and [this](javascript:alert(1)).',
      '![pixel](https://evil.example/pixel.png)',
      '| a | b |\n| - | - |\n| 1 | <b>2</b> |\n\n```js\nlet a = "<i>"\n```',
    ].join('\n\n')
    const { conversationId } = await said('Show **me**', written)
    const { content } = await desk.bench.conversations.export(conversationId, 'html')
    expect(content).toContain('<h1>Result</h1>\n<p><strong>Bold</strong> and <code>code</code>')
    expect(content).toContain('<a href="https://example.com/plan?x=1&amp;y=2">the plan</a>')
    expect(content).toContain('<td>1</td>\n<td>&lt;b&gt;2&lt;/b&gt;</td>')
    expect(content).toContain('let a = &quot;&lt;i&gt;&quot;')
    expect(content).not.toMatch(/<img|javascript:|<b>|<i>/u)
    // What a person typed is shown as they typed it.
    expect(content).toContain('<div class="text">Show **me**</div>')
  })

  it('is a page at once also where an answer would take minutes to be put into form, which stands there as written', async () => {
    const row = (cell: string) => `|${`${cell}|`.repeat(3000)}\n`
    const { conversationId } = await said('Show me', `${row('a')}${row('-')}${'|\n'.repeat(1500)}`)
    const began = workedMs()
    const { content } = await desk.bench.conversations.export(conversationId, 'html')
    expect(workedMs() - began).toBeLessThan(2000)
    expect(content).toContain('<div class="text">|a|a|')
    expect(content.length).toBeLessThan(100_000)
  })

  it('is Markdown at once also behind a fence that is longer than any', async () => {
    const { conversationId } = await said('Show me', `${'~'.repeat(60_000)}\u2028`)
    const began = workedMs()
    const { content } = await desk.bench.conversations.export(conversationId, 'markdown')
    expect(content.match(/~{60000}/gu)).toHaveLength(2)
    expect(workedMs() - began).toBeLessThan(3000)
  })

  it('speaks the person’s language and tells the time of this machine', async () => {
    const { conversationId, state } = await said('Hallo', 'Guten Tag.')
    desk.bench.settings.set({ language: 'de' })
    const { content } = await desk.bench.conversations.export(conversationId, 'markdown')
    const when = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeStyle: 'short' })
    expect(content).toContain(`## Du (${when.format(state.messages[0]?.at)})\n\nHallo`)
    const page = await desk.bench.conversations.export(conversationId, 'html')
    expect(page.content).toContain('<html lang="de">')
    expect(page.content).toContain(`<time datetime="${new Date(state.messages[0]?.at ?? 0).toISOString()}">`)
  })

  it('is Markdown with fences that nothing in it can close', async () => {
    desk.api.push(answer([toolUse('look_at', { at: '```\n# Not a heading' })]), answer([text('Seen.')]))
    desk.bench.look = async () => '````\nout of the fence?'
    const { conversationId } = await desk.bench.run('Look')
    const { content } = await desk.bench.conversations.export(conversationId, 'markdown')
    expect(content).toContain('`````\n````\nout of the fence?\n`````')
    expect(content).toMatch(/^# Look\n\n## You \(/u)
  })

  it.each([
    ['```ts\nconst depth = 1', '```ts\nconst depth = 1\n```\n\n## '],
    ['~~~~\n~~~\n', '~~~~\n~~~\n~~~~\n\n## '],
    ['```\nall\n```', '```\nall\n```\n\n## '],
    ['``` `no` fence', '``` `no` fence\n\n## '],
    ['Look:\n<!-- hidden', 'Look:\n<!-- hidden\n-->\n\n## '],
    ['<!-- a -->\n<!doctype', '<!-- a -->\n<!doctype\n>\n\n## '],
    ['<SCRIPT src="x">\n\nlet a', '<SCRIPT src="x">\n\nlet a\n</SCRIPT>\n\n## '],
    ['<pre>a</pre>\n```\n<!--\n```', '<pre>a</pre>\n```\n<!--\n```\n\n## '],
    ['a <!-- b', 'a <!-- b\n\n## '],
  ])(
    'is Markdown in which code or HTML that breaks off ends with its message: %j',
    async (broken, exported) => {
      const { conversationId } = await said(broken, broken)
      await desk.bench.conversations.idle()
      await desk.bench.run('Next', { conversationId })
      const { content } = await desk.bench.conversations.export(conversationId, 'markdown')
      expect(content.split(`)\n\n${exported}`)).toHaveLength(3)
    },
  )

  it('is JSON with the shown branch and everything that happened on all', async () => {
    const { conversationId, state } = await said('One', 'Two')
    const exported = JSON.parse((await desk.bench.conversations.export(conversationId, 'json')).content)
    expect(exported.messages).toEqual(JSON.parse(JSON.stringify(state.messages)))
    expect(exported.events.map(({ body }: { body: { type: string } }) => body.type)).toEqual([
      'user_message',
      'run_started',
      'turn_started',
      'turn_finished',
      'run_finished',
    ])
  })
})
