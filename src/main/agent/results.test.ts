import { expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { failureOf, unknownTool, wrongInput } from './results'

const path = '/home/ada/tides.pdf'

it.each([
  ['a file that is to be created and is there', say('file.exists_for_create', { path }), 'edit_file'],
  ['a PDF that is read as text', say('file.pdf', { path }), 'add_document'],
  ['what is no text', say('file.not_text', { path }), 'add_document'],
  [
    'a file that is too large to be read',
    say('file.too_large_to_read', { path, size: 9e6, limit: 4e6 }),
    'search_file_contents',
  ],
] as const)('%s: people are told what is, and the model which tools help', (_what, words, tool) => {
  const { content, error } = failureOf(new AppError('unsupported', words))
  expect(content).toContain(tool)
  expect(content.startsWith(error?.message ?? '-')).toBe(true)
  expect(error?.message).not.toMatch(/\b[a-z]+_[a-z]+\b/u)
})

it('an input that does not fit: people are told of the fields alone, the model of the tool and how to call it', () => {
  const { error } = z
    .strictObject({ path: z.string(), lines: z.number(), name: z.string() })
    .safeParse({ path: 7, name: 'x', colour: 'red' })
  if (error === undefined) throw new Error('It fits.')
  const result = wrongInput('read_file', error, ['path', 'lines', 'name'])
  expect(result.content).toMatch(
    /^The input of read_file is wrong\. .*path: Invalid input.*read_file takes: path/,
  )
  expect(result.error).toMatchObject({
    code: 'invalid_input',
    field: 'path',
    message:
      'What this was called with does not fit, so it was not run. “lines” is missing. There is no “colour”. “path” is not what it should be.',
    said: { code: 'gate.wrong_input' },
  })
  const text = wrongInput('read_file', z.strictObject({}).safeParse('text').error ?? error, [])
  expect(text.error?.message).toBe('What this was called with does not fit, so it was not run.')
})

it('what another program said is told from the advice, also where it ends without a full stop', () => {
  const told = say('mcp.failed', { server: 'Tides', text: 'no such day' })
  expect(failureOf(new AppError('unavailable', told)).content).toMatch(/no such day\nIt may work later\.$/)
})

it('of very many fields with endless names the first are told, and how many more there are', () => {
  const colours = Array.from({ length: 900 }, (_, at) => [`colour ${at} ${'x'.repeat(400)}`, 'red'])
  const { error } = z.strictObject({ path: z.string() }).safeParse(Object.fromEntries(colours))
  if (error === undefined) throw new Error('It fits.')
  const result = wrongInput('read_file', error, ['path'])
  expect(result.error?.message).toMatch(
    /“path” is missing\. .*“colour 4 x+…”\. 895 more fields do not fit\.$/u,
  )
  expect(result.content).toMatch(
    /path is missing\. .* There are 881 more such problems\. Nothing was done\./u,
  )
  expect(result.error?.message.length).toBeLessThan(800)
  expect(result.content.length).toBeLessThan(3000)
  const deep = z.record(z.string(), z.number()).safeParse({ ['y'.repeat(9000)]: 'x' }).error
  if (deep === undefined) throw new Error('It fits.')
  expect(wrongInput('read_file', deep, []).error?.field?.length).toBeLessThan(100)
})

it('a tool that there is not: people are told in their language, the model what is like it', () => {
  const { content, error } = unknownTool('reed_file', ['read_file'])
  expect(content).toContain('Did you mean read_file?')
  expect(error).toMatchObject({ code: 'not_found', said: { code: 'gate.no_such_tool' } })
  expect(error?.message).not.toContain('read_file')
})
