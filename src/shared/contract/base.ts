import { oc } from '@orpc/contract'
import { errorShapeSchema } from '../errors'

/** Every procedure fails with the same defined error, which carries an AppError's code, message and field. */
export const procedure = oc.errors({ APP: { data: errorShapeSchema } })
