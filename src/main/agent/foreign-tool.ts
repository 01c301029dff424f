import type { z } from 'zod'
import type { Sentence } from '../../shared/sentences/sentence'
import { defineReadTool, defineWriteTool } from '../../shared/tool/define'
import { type ForeignState, foreignStateSchema } from '../../shared/tool/foreign-state'
import type { Preview } from '../../shared/tool/preview'
import type { Answer, ToolContext } from '../../shared/tool/runtime'
import { jsonSchema, type RegisteredTool } from './registry'

/** What every tool from elsewhere gives, whatever is said of it: steps of a sequence take parts of this. */
export const foreignOutputSchema = jsonSchema(foreignStateSchema, 'output')

/** A tool whose effect happens elsewhere: what it is given leaves Countersign, and what it changes can't be taken back. */
export interface ForeignToolParts<Call extends object, Where extends object> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodType
  readonly origin: 'mcp_server' | 'web'
  readonly class: 'read' | 'destructive_update'
  /** Where what it is given goes. */
  hosts(): readonly string[]
  /** What a yes is bound to beside the input; throws a sentence where the tool can't be used now. */
  pin(): string
  /** A call as it is stored in a plan, bound to the tool as it is now. */
  readonly call: z.ZodType<Call>
  callOf(input: unknown): Call
  /** With the input in the order in which it was given. */
  previewOf(call: Call, given: unknown): Preview
  /** Throws `conflict` where the tool, as far as it is known here, is not as the call was bound to it. */
  requireSame(call: Call): void
  /** Makes sure where it is sent that the tool still is so; throws `conflict` where it is not. */
  prepare(call: Call, context: ToolContext): Promise<void>
  /** Sends exactly this, once. */
  send(call: Call, context: ToolContext): Promise<Answer<ForeignState>>
  /** Who is told to know what became of a call that was cut short; journaled before anything is sent. */
  whereOf(call: Call): Where
  readonly where: z.ZodType<Where>
  mayHaveDone(where: Where): Sentence
}

/** A tool from elsewhere for the gate. One that can't be used now refuses in its own words, whoever calls it. */
export function foreignTool<Call extends object, Where extends object>(
  parts: ForeignToolParts<Call, Where>,
): RegisteredTool {
  const { name, title, description, input, origin } = parts
  const common = {
    ...{ name, title, description, input, aliases: [] },
    output: foreignStateSchema,
    sendsTo: () => [...parts.hosts()],
  }
  const registered = { origin, foreign: true, pin: parts.pin } as const
  if (parts.class === 'read') {
    return {
      ...registered,
      kind: 'read',
      tool: defineReadTool(common),
      implementation: {
        async run(given, context) {
          const call = parts.callOf(given)
          await parts.prepare(call, context)
          return parts.send(call, context)
        },
      },
    }
  }
  return {
    ...registered,
    kind: 'write',
    tool: defineWriteTool({
      ...common,
      class: 'destructive_update',
      irreversible: true,
      plan: parts.call,
      inverse: parts.where,
    }),
    implementation: {
      async plan(given) {
        const call = parts.callOf(given)
        // What is shown is what a person looked at or wrote, and what was given.
        return { plan: call, preview: parts.previewOf(call, given), sources: [] }
      },
      async requireBase(plan) {
        parts.requireSame(parts.call.parse(plan))
      },
      async apply(plan, effect) {
        const call = parts.call.parse(plan)
        await parts.prepare(call, effect)
        effect.signal.throwIfAborted()
        effect.journal(parts.whereOf(call))
        return parts.send(call, effect)
      },
      async revert(inverse, effect) {
        effect.journal(inverse)
        const interrupted = parts.mayHaveDone(parts.where.parse(inverse))
        return { content: interrupted.text, interrupted }
      },
    },
  }
}
