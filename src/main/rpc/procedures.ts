import { implement, ORPCError } from '@orpc/server'
import type { Actor } from '../../shared/actor'
import { contract } from '../../shared/contract'
import { AppError, toErrorShape } from '../../shared/errors'
import { fieldLimit, hasMoreFields, isNestedDeeper, nestingLimit } from '../../shared/json/nesting'
import { say } from '../../shared/sentences/say'
import type { CallsUnderWay } from './calls-under-way'
import type { ConnectionContext } from './context'

// A program that connects over MCP can't decide, grant, configure, or hear what others do.
const openToMcpClients = new Set(['tools.catalog', 'tools.call', 'system.info'])

/** The contract's procedures to be implemented: who may call them, and how their failures are told. */
export function createProcedures({
  calls,
  report,
}: {
  readonly calls: CallsUnderWay
  readonly report: (error: unknown) => void
}) {
  return implement(contract)
    .$context<ConnectionContext>()
    .use(async ({ next, errors, context, path }, input) => {
      const leave = calls.enter()
      try {
        if (!mayCall(context.actor, path)) {
          throw new AppError('denied', 'This connection may only list and call tools.')
        }
        requireUntangled(input)
        return await next()
      } catch (error) {
        if (error instanceof ORPCError) {
          // Errors that oRPC made itself (wrong input, unknown procedure) have their form; of these one is ours.
          if (error.code === 'INTERNAL_SERVER_ERROR') report(error)
          throw error
        }
        const data = toErrorShape(error)
        if (data.code === 'internal') report(error)
        throw errors.APP({ message: data.message, data })
      } finally {
        leave()
      }
    })
}

/**
 * Comes before the contract's own look at an input, whoever sends it: that goes down by calling itself, and looks at each
 * field once for each schema on its way.
 */
function requireUntangled(input: unknown): void {
  if (hasMoreFields(input, fieldLimit) || isNestedDeeper(input, nestingLimit)) {
    throw new AppError('invalid_input', say('gate.too_tangled'))
  }
}

/** See {@link createProcedures}. */
export type Procedures = ReturnType<typeof createProcedures>

function mayCall(actor: Actor, path: readonly string[]): boolean {
  return actor.kind !== 'mcp_client' || openToMcpClients.has(path.join('.'))
}
