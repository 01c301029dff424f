import { z } from 'zod'

/** Longest content that a person gives in place of what was proposed (characters): as for a tool's own input. */
export const editableCharacters = 2_000_000
/** Parts that one choice names; more than any preview shows. */
const chosenParts = 20_000

const index = z.number().int().min(0)

/**
 * The parts of a proposal that are approved, by their place in its preview; what is not named is left out.
 * A tool takes one of the three, as `chooseBy` of its proposals says.
 */
export const choiceSchema = z.strictObject({
  /** Places in `preview.changes`. */
  items: z.array(index).max(chosenParts).optional(),
  /** A place in `preview.changes`, and a place in its `hunks`. */
  hunks: z
    .array(z.strictObject({ change: index, hunk: index }))
    .max(chosenParts)
    .optional(),
  /** A place in `preview.changes`, and a place in its `fields`. */
  fields: z
    .array(z.strictObject({ change: index, field: index }))
    .max(chosenParts)
    .optional(),
})
/** See {@link choiceSchema}. */
export type Choice = z.infer<typeof choiceSchema>

/** What a person puts in place of what was proposed, before approving it. */
export const editedSchema = z.strictObject({
  /** The whole new text of the one thing that the proposal writes. */
  content: z
    .string()
    .max(editableCharacters)
    // What is stored of half a character is another one than was shown.
    .refine((text) => text.isWellFormed(), 'half a character (a lone surrogate) is no text'),
})
/** See {@link editedSchema}. */
export type Edited = z.infer<typeof editedSchema>

/** How a tool's proposals can be approved in part. */
export const chooseBySchema = z.enum(['items', 'hunks', 'fields'])
/** See {@link chooseBySchema}. */
export type ChooseBy = z.infer<typeof chooseBySchema>
