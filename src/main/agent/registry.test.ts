import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { type shelfModule as ShelfModule, shelfModule, shelfRuntime } from '../../../tests/support/gate/shelf'
import { defineModule, defineReadTool, defineWriteTool, type Tool } from '../../shared/tool/define'
import type { ModuleRuntime } from '../../shared/tool/runtime'
import { type AnyRuntime, createRegistry } from './registry'

const output = z.object({})

function moduleOf(...tools: readonly Tool[]) {
  return { id: 'sample', title: 'Sample', icon: 'box', prompt: '', origin: 'own' as const, tools }
}

function readTool(name: string, more: { aliases?: string[]; input?: z.ZodType } = {}) {
  return defineReadTool({
    name,
    title: name,
    description: name,
    input: more.input ?? z.strictObject({}),
    output,
    aliases: more.aliases ?? [],
  })
}

const reading = { run: async () => ({ content: 'x', state: {} }) }

function runtimeOf(...names: string[]): Map<string, AnyRuntime> {
  return new Map([['sample', Object.fromEntries(names.map((name) => [name, reading]))]])
}

describe('the registry', () => {
  it('finds a tool by its name and by its former ones', () => {
    const registry = createRegistry([shelfModule], new Map([['shelf', shelfRuntime('/nowhere')]]))
    expect(registry.resolve('read_item')?.tool.name).toBe('read_item')
    expect(registry.resolve('remove_items')?.tool.name).toBe('drop_items')
    expect(registry.resolve('constructor')).toBeNull()
    expect(registry.titles('get_item')).toEqual({ toolTitle: 'Read item', module: 'shelf' })
    expect(registry.titles('gone_tool')).toEqual({ toolTitle: 'gone_tool', module: 'gone_tool' })
  })

  it('describes every tool by a closed JSON Schema', () => {
    const { catalog } = createRegistry([shelfModule], new Map([['shelf', shelfRuntime('/nowhere')]]))
    expect(catalog.prompts).toEqual([{ module: 'shelf', title: 'Shelf', text: 'Items lie on a shelf.' }])
    const drop = catalog.tools.find((tool) => tool.name === 'drop_items')
    expect(drop).toMatchObject({
      module: 'shelf',
      moduleTitle: 'Shelf',
      class: 'destructive_delete',
      primary: null,
    })
    expect(drop?.inputSchema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['names'],
    })
    expect(drop?.inputSchema).not.toHaveProperty('$schema')
  })

  it('tells apart what sends by what it is given and what may reach anything', () => {
    const plain = readTool('plain')
    const sender: Tool = { ...readTool('sender'), sendsTo: () => [] }
    const runner: Tool = { ...readTool('runner'), reachesOut: true }
    const { catalog } = createRegistry(
      [moduleOf(plain, sender, runner)],
      runtimeOf('plain', 'sender', 'runner'),
    )
    expect(catalog.tools.map(({ sends, reachesOut }) => ({ sends, reachesOut }))).toEqual([
      { sends: false, reachesOut: undefined },
      { sends: true, reachesOut: undefined },
      { sends: true, reachesOut: true },
    ])
  })

  it('names a tool without an implementation', () => {
    const module = moduleOf(readTool('read_one'), readTool('read_two'))
    expect(() => createRegistry([module], runtimeOf('read_one'))).toThrow('does not implement: read_two.')
    expect(() => createRegistry([module], new Map())).toThrow('does not implement: read_one, read_two.')
  })

  it('names an implementation without a tool', () => {
    const module = moduleOf(readTool('read_one'))
    expect(() => createRegistry([module], runtimeOf('read_one', 'read_two'))).toThrow(
      'what its module lacks: read_two.',
    )
    expect(() => createRegistry([], runtimeOf('read_one'))).toThrow('has no module: read_one.')
  })

  it('names a write tool that is implemented as a read', () => {
    const write = defineWriteTool({
      name: 'put_one',
      class: 'safe_create',
      title: 'Put',
      description: 'Puts.',
      input: z.strictObject({}),
      plan: output,
      inverse: output,
      output,
      aliases: [],
    })
    expect(() => createRegistry([moduleOf(write)], runtimeOf('put_one'))).toThrow(
      'does not implement: put_one.',
    )
  })

  it.each(['readOne', 'Read_one', 'read-one', 'read_', '_read', 'read one', 'x'.repeat(65)])(
    'refuses the name %s',
    (name) => {
      expect(() => createRegistry([moduleOf(readTool(name))], runtimeOf(name))).toThrow('not in snake_case')
    },
  )

  it('refuses the name of the tool that loads the others', () => {
    const module = moduleOf(readTool('load_tools'))
    expect(() => createRegistry([module], runtimeOf('load_tools'))).toThrow('load_tools is the loop')
  })

  it('refuses a name that is used twice, also as a former name', () => {
    const twice = moduleOf(readTool('read_one'), readTool('read_two', { aliases: ['read_one'] }))
    expect(() => createRegistry([twice], runtimeOf('read_one', 'read_two'))).toThrow('read_one is used twice')
    const module = moduleOf(readTool('read_one'))
    expect(() => createRegistry([module, module], runtimeOf('read_one'))).toThrow('sample is there twice')
  })

  it.each([
    ['an open object', z.object({})],
    ['a text', z.string()],
    ['a choice', z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string() })])],
  ])('refuses %s as input', (_name, input) => {
    const module = moduleOf(readTool('read_one', { input }))
    expect(() => createRegistry([module], runtimeOf('read_one'))).toThrow('must be a z.strictObject')
  })
})

describe('the types of a runtime', () => {
  const module = defineModule({ ...moduleOf(), tools: [readTool('read_one')] })
  const typed = defineModule({
    id: 'typed',
    title: 'Typed',
    icon: 'box',
    prompt: '',
    origin: 'own',
    tools: [
      defineReadTool({
        name: 'read_one',
        title: 'Read',
        description: 'Reads.',
        input: z.strictObject({ name: z.string() }),
        output: z.object({ text: z.string() }),
        aliases: [],
      }),
    ],
  })

  it('know each tool’s own input', () => {
    type Runtime = ModuleRuntime<typeof ShelfModule>
    expectTypeOf<keyof Runtime>().toEqualTypeOf<'read_item' | 'put_item' | 'move_item' | 'drop_items'>()
    expectTypeOf<Parameters<Runtime['put_item']['plan']>[0]>().toEqualTypeOf<{ name: string; text: string }>()
    expectTypeOf(shelfRuntime('/nowhere')).toExtend<AnyRuntime>()
    expect(module.tools).toHaveLength(1)
  })

  it('refuse a missing, an extra and a wrong implementation', () => {
    const run = async () => ({ content: 'x', state: { text: 'x' } })
    // @ts-expect-error a tool without an implementation
    const missing: ModuleRuntime<typeof typed> = {}
    // @ts-expect-error an implementation without a tool
    const extra: ModuleRuntime<typeof typed> = { read_one: { run }, read_two: { run } }
    const withoutText = async () => ({ content: 'x', state: {} })
    // @ts-expect-error an answer that is not the tool's output
    const wrong: ModuleRuntime<typeof typed> = { read_one: { run: withoutText } }
    expect([missing, extra, wrong]).toHaveLength(3)
  })
})
