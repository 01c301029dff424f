import { z } from 'zod'

/** What tools may do in a granted folder. */
export const accessSchema = z.enum(['read', 'read_write'])
/** See {@link accessSchema}. */
export type Access = z.infer<typeof accessSchema>
