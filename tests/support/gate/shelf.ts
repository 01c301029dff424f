import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../src/shared/errors'
import { defineModule, defineReadTool, defineWriteTool } from '../../../src/shared/tool/define'
import type { Preview } from '../../../src/shared/tool/preview'
import type { Origin } from '../../../src/shared/tool/result'
import type { EffectContext, ModuleRuntime } from '../../../src/shared/tool/runtime'

// A small module with real effects, to try the gate on: items are files of a folder.

const name = z.string().regex(/^[a-z]+$/)
const itemState = z.object({ items: z.array(z.string()) })
const itemChange = z.object({ name, before: z.string().nullable(), after: z.string().nullable() })
const plan = z.object({ items: z.array(itemChange) })
const inverse = plan

type ItemChange = z.infer<typeof itemChange>

export const shelfModule = defineModule({
  id: 'shelf',
  title: 'Shelf',
  icon: 'shelf',
  prompt: 'Items lie on a shelf.',
  origin: 'own',
  tools: [
    defineReadTool({
      name: 'read_item',
      title: 'Read item',
      description: 'Reads an item.',
      input: z.strictObject({ name }),
      output: z.object({ text: z.string() }),
      aliases: ['get_item'],
      primary: 'name',
    }),
    defineWriteTool({
      name: 'put_item',
      class: 'safe_create',
      title: 'Put item',
      description: 'Puts a new item on the shelf; over an existing one it asks more strictly.',
      input: z.strictObject({ name, text: z.string() }),
      plan,
      inverse,
      output: itemState,
      aliases: [],
    }),
    defineWriteTool({
      name: 'move_item',
      class: 'destructive_update',
      title: 'Move item',
      description: 'Renames an item.',
      input: z.strictObject({ from: name, to: name }),
      plan,
      inverse,
      output: itemState,
      aliases: [],
    }),
    defineWriteTool({
      name: 'drop_items',
      class: 'destructive_delete',
      title: 'Drop items',
      description: 'Takes items off the shelf.',
      input: z.strictObject({ names: z.array(name).min(1), for_good: z.boolean().default(false) }),
      plan,
      inverse,
      output: itemState,
      aliases: ['remove_items'],
    }),
  ],
})

/** Where a test steps into an effect. */
export interface ShelfHooks {
  beforeJournal?: (context: EffectContext<unknown>) => void | Promise<void>
  afterJournal?: (context: EffectContext<unknown>) => void | Promise<void>
  afterFirst?: () => void | Promise<void>
  afterEffect?: (context: EffectContext<unknown>) => void | Promise<void>
  beforeRevert?: () => void | Promise<void>
  skipJournal?: boolean
  /** Where what is read comes from; the granted folder when absent. */
  origin?: Origin
  sources?: string[]
  /** Is told what the run had read from outside when something was planned. */
  planned?: (outside: readonly string[] | undefined) => void
  /** How what is put comes back; by undo when absent. */
  recovery?: Preview['recovery']
  /** Where what a change answers comes from; its own when absent. */
  appliedOrigin?: Origin
}

export function shelfRuntime(folder: string, hooks: ShelfHooks = {}): ModuleRuntime<typeof shelfModule> {
  const pathOf = (item: string) => join(folder, item)
  const textOf = (item: string) => (existsSync(pathOf(item)) ? readFileSync(pathOf(item), 'utf8') : null)
  const recoveryOfPut = () => hooks.recovery ?? 'undo'
  const place = ({ name: item, after }: ItemChange) =>
    after === null ? rmSync(pathOf(item)) : writeFileSync(pathOf(item), after)

  function requireBase(items: readonly ItemChange[]): void {
    for (const { name: item, before } of items) {
      if (textOf(item) !== before) throw new AppError('conflict', `${item} has changed since.`)
    }
  }

  async function apply({ items }: z.infer<typeof plan>, context: EffectContext<z.infer<typeof inverse>>) {
    await hooks.beforeJournal?.(context as EffectContext<unknown>)
    requireBase(items)
    if (hooks.skipJournal !== true) context.journal({ items: inverted(items) })
    await hooks.afterJournal?.(context as EffectContext<unknown>)
    for (const [index, item] of items.entries()) {
      place(item)
      if (index === 0) await hooks.afterFirst?.()
    }
    await hooks.afterEffect?.(context as EffectContext<unknown>)
    return {
      content: `Did ${items.length}.`,
      state: { items: items.map((item) => item.name) },
      ...(hooks.appliedOrigin === undefined ? {} : { origin: hooks.appliedOrigin }),
    }
  }

  async function revert({ items }: z.infer<typeof inverse>, context: EffectContext<z.infer<typeof inverse>>) {
    await hooks.beforeRevert?.()
    // What is already as it should be was never touched: the effect did not happen, or only in part.
    const left = items.filter((item) => textOf(item.name) !== item.after)
    requireBase(left)
    context.journal({ items: inverted(left) })
    for (const item of left) place(item)
    return { content: 'Put back.' }
  }

  return {
    read_item: {
      async run(input) {
        const text = textOf(input.name)
        if (text === null)
          throw new AppError('not_found', `There is no item ${input.name}.`, { field: 'name' })
        const { origin = 'granted_folder', sources } = hooks
        return { content: text, state: { text }, origin, ...(sources === undefined ? {} : { sources }) }
      },
    },
    put_item: {
      async plan(input, context) {
        hooks.planned?.(context.outside?.())
        const before = textOf(input.name)
        if (before === input.text) {
          return { unchanged: { content: `${input.name} is so already.`, state: { items: [] } } }
        }
        const items = [{ name: input.name, before, after: input.text }]
        const raise =
          before === null
            ? {}
            : { raise: { class: 'destructive_update' as const, reason: 'It replaces an item.' } }
        return { plan: { items }, preview: previewOf(`Put ${input.name}`, items, recoveryOfPut()), ...raise }
      },
      async edit({ plan: { items } }, { content }) {
        const edited = items.map((item) => ({ ...item, after: content }))
        const raise =
          edited[0]?.before === null
            ? {}
            : { raise: { class: 'destructive_update' as const, reason: 'It replaces an item.' } }
        return {
          plan: { items: edited },
          preview: previewOf('Put other text', edited, recoveryOfPut()),
          ...raise,
        }
      },
      requireBase: async ({ items }) => requireBase(items),
      apply,
      revert,
      async compare({ items }) {
        return items
          .filter(({ name: item, before, after }) => ![before, after].includes(textOf(item)))
          .map(({ name: item, after }) => ({
            label: item,
            reference: item,
            obstacle: 'changed' as const,
            choices: ['keep' as const, 'replace' as const],
            beside: null,
            theirs: textOf(item),
            restored: after,
            shown: true,
            fields: [],
          }))
      },
      async rebase({ items }, chosen) {
        const wanted = items.filter(({ name: item }) => chosen(item) !== 'keep')
        return wanted.length === 0
          ? null
          : { items: wanted.map((item) => ({ ...item, before: textOf(item.name) })) }
      },
    },
    move_item: {
      async plan(input) {
        const text = textOf(input.from)
        const items = [
          { name: input.from, before: text, after: null },
          { name: input.to, before: null, after: text },
        ]
        return { plan: { items }, preview: previewOf(`Move ${input.from}`, items, 'undo') }
      },
      apply,
      revert,
    },
    drop_items: {
      async plan(input) {
        const items = input.names.map((item) => ({ name: item, before: textOf(item), after: null }))
        const recovery = input.for_good ? 'none' : 'trash'
        return { plan: { items }, preview: previewOf(`Drop ${input.names.join(', ')}`, items, recovery) }
      },
      chooseBy: 'items',
      async narrow({ plan: { items }, preview }, { items: places = [] }) {
        const chosen = items.filter((_, place) => places.includes(place))
        const summary = `Drop ${chosen.map((item) => item.name).join(', ')}`
        return { plan: { items: chosen }, preview: previewOf(summary, chosen, preview.recovery) }
      },
      apply,
      revert,
      async items({ items }) {
        return items.map(({ name: item, after }) => ({
          target: { kind: 'record' as const, label: item, reference: item },
          undone: textOf(item) === after,
        }))
      },
      onlyItems: ({ items }, references) => ({
        items: items.filter(({ name: item }) => references.has(item)),
      }),
    },
  }
}

function inverted(items: readonly ItemChange[]): ItemChange[] {
  return items.map(({ name: item, before, after }) => ({ name: item, before: after, after: before }))
}

function previewOf(summary: string, items: readonly ItemChange[], recovery: Preview['recovery']): Preview {
  const targets = items.map((item) => ({ kind: 'record' as const, label: item.name, reference: item.name }))
  return {
    summary,
    targets,
    changes: items.map(({ name: label, before, after }) => ({
      kind: 'fields' as const,
      label,
      fields: [{ name: 'text', before, after }],
    })),
    lost: targets.filter((_, index) => items[index]?.after === null),
    recovery,
    warnings: [],
  }
}
