import { z } from 'zod'

/** Which tools an assistant has. */
export const toolSetSchema = z.discriminatedUnion('kind', [
  /** Every tool, those of later versions too. */
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({
    kind: z.literal('some'),
    /** Whole modules by id, with the tools that they get later. */
    modules: z.array(z.string().max(100)).max(200),
    /** Single tools by name. */
    tools: z.array(z.string().max(100)).max(1000),
  }),
])
/** See {@link toolSetSchema}. */
export type ToolSet = z.infer<typeof toolSetSchema>

/** What a tool is called and where it belongs. */
export interface ToolPlace {
  readonly name: string
  readonly aliases: readonly string[]
  readonly module: string
}

/** Whether a set holds a tool, under its name or a former one. */
export function holdsTool(set: ToolSet, tool: ToolPlace): boolean {
  if (set.kind === 'all') return true
  return (
    set.modules.includes(tool.module) || [tool.name, ...tool.aliases].some((name) => set.tools.includes(name))
  )
}
