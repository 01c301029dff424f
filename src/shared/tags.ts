import { z } from 'zod'
import { oneLine } from './text/one-line'

/** Limits of the tags of one thing; lengths in characters. */
export const tagLimits = { count: 50, length: 100 } as const

/** One tag. */
export const tagSchema = z.string().overwrite(oneLine).min(1).max(tagLimits.length)
/** The tags of one thing. */
export const tagsSchema = z.array(tagSchema).max(tagLimits.count)
