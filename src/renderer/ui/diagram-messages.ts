import { z } from 'zod'

/** The longest diagram that is drawn, in characters: a longer one keeps a machine busy and is not to be read. */
export const longestDiagram = 20_000
/** The tallest that a diagram is shown, in pixels; a taller one is made smaller. */
export const tallestDiagram = 1200

/** What the page asks of the sandbox that draws diagrams. */
export const diagramRequestSchema = z.strictObject({
  type: z.literal('draw'),
  /** Comes back with the answer. */
  id: z.number(),
  code: z.string().max(longestDiagram),
  dark: z.boolean(),
})
/** See {@link diagramRequestSchema}. */
export type DiagramRequest = z.infer<typeof diagramRequestSchema>

/** What the sandbox answers; it draws what anybody may have written, so nothing else of it is believed. */
export const diagramAnswerSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  /** Pixels; told again when it changes. */
  z.strictObject({ type: z.literal('drawn'), id: z.number(), height: z.number().min(1).max(tallestDiagram) }),
  z.strictObject({ type: z.literal('failed'), id: z.number() }),
])
/** See {@link diagramAnswerSchema}. */
export type DiagramAnswer = z.infer<typeof diagramAnswerSchema>
