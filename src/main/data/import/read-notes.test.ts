import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpImportFolder } from '../../../../tests/support/import-folder'
import { noteLimits } from '../../../shared/contract/notes'
import { importLimits } from './imported'

const desk = setUpImportFolder()
const { put, read } = desk

describe('notes', () => {
  it('of Notion lose its id, and keep front matter that has no place here', async () => {
    mkdirSync(join(desk.folder, 'vault'))
    put(`vault/Plan ${'a1'.repeat(16)}.md`, '---\nmood: calm\ntags:\n  - sea\n  - "#boats"\n---\n\ntext')
    const { values } = await read(join(desk.folder, 'vault'))
    expect(values[0]).toMatchObject({
      ...{ kind: 'note', title: 'Plan', tags: ['sea', 'boats'] },
      content: '---\nmood: calm\ntags:\n  - sea\n  - "#boats"\n---\ntext',
    })
  })

  it.each([
    ['more of them', Array.from({ length: 51 }, (_, at) => `t${at}`)],
    ['a longer one', ['a'.repeat(101), 'sea']],
  ])('keep in their text the tags that a note has no room for: %s', async (_, tags) => {
    const front = `---\ntags: [${tags.join(', ')}]\n---\n`
    mkdirSync(join(desk.folder, 'vault'))
    put('vault/Plan.md', `${front}text`)
    const [note] = (await read(join(desk.folder, 'vault'))).values
    expect(note).toMatchObject({
      tags: tags.slice(0, 50).map((tag) => tag.slice(0, 100)),
      content: `${front}text`,
    })
  })

  it.each([
    ['title: >\n  A long\n  title\ntags: [sea]', 'A long title', ['sea']],
    ['title: >-  # folded\n  A long\n\n  title', 'A long title', []],
    ['title: |\n  A title: in lines\n  - of two', 'A title: in lines - of two', []],
    ['title: A long\n  title\ntags:\n- sea # salt\n- "# five"', 'A long title', ['sea', 'five']],
    ["title: 'It''s late' # or not", "It's late", []],
    ['title: C# and F#\ntags: [sea, boats] # both', 'C# and F#', ['sea', 'boats']],
    ['title: Plan\ntags: ["a # b", c]', 'Plan', ['a # b', 'c']],
    ['title: Plan\ntags: [2024, 7]', 'Plan', ['2024', '7']],
    ['title: Plan\ntags: ["sea, salt", 2024, 1.0, true]', 'Plan', ['sea, salt', '2024', '1.0', 'true']],
    ["title: Plan\ntags: [a, 'b, # c', d] # e", 'Plan', ['a', 'b, # c', 'd']],
    ['title: Plan\ndate:\ncreated: 2024-01-01\ndate created: 2024-01-01', 'Plan', []],
  ])('are called what their front matter says as YAML has it: %j', async (front, title, tags) => {
    mkdirSync(join(desk.folder, 'vault'))
    put('vault/x.md', `---\n${front}\n---\ntext`)
    expect((await read(join(desk.folder, 'vault'))).values).toMatchObject([{ title, tags, content: 'text' }])
  })

  it.each([
    [
      'more sources than it keeps',
      `read_from_outside: [${Array.from({ length: 51 }, (_, at) => `s${at}`).join(', ')}]`,
    ],
    [
      'more former titles than it keeps',
      `former_titles: [${Array.from({ length: 21 }, (_, at) => `t${at}`).join(', ')}]`,
    ],
    ['a longer title', `title: ${'a'.repeat(noteLimits.title + 1)}`],
  ])('keep in their text what a note has no room for: %s', async (_, line) => {
    const front = `---\n${line}\n---\n`
    mkdirSync(join(desk.folder, 'vault'))
    put('vault/Plan.md', `${front}text`)
    expect((await read(join(desk.folder, 'vault'))).values).toMatchObject([{ content: `${front}text` }])
  })

  it.each([
    'title: Plan\ngröße: 5',
    'title: Plan\n"quoted name": 5',
    'title: Plan\ncover:\n  title: Photo',
    'title: Plan\ndate:\n  begin: 2024-01-01',
    'title: Other\ntitle: Plan',
    'title:\n  - Plan\n  - Other',
    'title: Plan\ndate: next summer',
    'title: Plan\ncreated: 2024-01-01\ndate: 2023-01-01',
    'title: Plan\nid: 7\nauthor: Ada\naliases: [sea]',
  ])('keep front matter of which a part is not understood: %j', async (front) => {
    mkdirSync(join(desk.folder, 'vault'))
    put('vault/x.md', `---\n${front}\n---\ntext`)
    expect((await read(join(desk.folder, 'vault'))).values).toMatchObject([
      { title: 'Plan', content: `---\n${front}\n---\ntext` },
    ])
  })

  it.runIf(process.platform === 'linux')(
    'come without a folder that can’t be listed, which is named',
    async () => {
      mkdirSync(join(desk.folder, 'vault'))
      put('vault/a.md', 'text')
      // A name that is no text can't be asked for again, whoever runs this; as little as a folder without rights to it.
      mkdirSync(Buffer.concat([Buffer.from(join(desk.folder, 'vault/odd ')), Buffer.from([0xff])]))
      const found = await read(join(desk.folder, 'vault'))
      expect(found.values).toMatchObject([{ title: 'a' }])
      expect(found.leftOut).toEqual([{ reason: 'unlisted', count: 1, names: ['odd \ufffd'] }])
    },
  )

  it('are read in their encoding; what is no text, or too long, is left out by name', async () => {
    mkdirSync(join(desk.folder, 'vault'))
    put('vault/a.md', Buffer.from('\ufeffcaf\u00e9', 'utf16le'))
    put('vault/b.md', Buffer.from([0, 1, 2, 3, 0, 0, 9]))
    put('vault/c.md', 'x'.repeat(importLimits.noteBytes + 1))
    const found = await read(join(desk.folder, 'vault'))
    expect(found.values).toMatchObject([{ title: 'a', content: 'caf\u00e9' }])
    expect(found.leftOut).toEqual([
      { reason: 'not_text', count: 1, names: ['b.md'] },
      { reason: 'too_long', count: 1, names: ['c.md'] },
    ])
  })

  it('behind links, in hidden folders and outside of the folder stay there', async () => {
    mkdirSync(join(desk.folder, 'vault'))
    mkdirSync(join(desk.folder, 'elsewhere'))
    put('elsewhere/secret.md', 'secret')
    put('vault/mine.md', 'mine')
    symlinkSync(join(desk.folder, 'elsewhere'), join(desk.folder, 'vault/link'))
    symlinkSync(join(desk.folder, 'elsewhere/secret.md'), join(desk.folder, 'vault/secret.md'))
    expect((await read(join(desk.folder, 'vault'))).items.map(({ title }) => title)).toEqual(['mine'])
  })
})
