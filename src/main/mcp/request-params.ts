import { type JSONRPCMessage, type StandardSchemaV1Sync, specTypeSchemas } from '@modelcontextprotocol/server'
import { hasPrototypeField } from '../../shared/json/prototype-field'

/** What the requests take that are answered here; to others the SDK says that it does not know them. */
const requests: Readonly<Record<string, StandardSchemaV1Sync | undefined>> = {
  initialize: specTypeSchemas.InitializeRequest,
  'tools/list': specTypeSchemas.ListToolsRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
}

/**
 * Says which parameters of a request are missing or not of their kind, in a sentence: the SDK answers with what its
 * schemas found, as JSON. Null for a request that fits, and for every other message.
 */
export function paramsProblem(message: JSONRPCMessage): string | null {
  if (!('method' in message && 'id' in message)) return null
  const { method, params } = message
  const schema = Object.hasOwn(requests, method) ? requests[method] : undefined
  const { issues = [] } = schema?.['~standard'].validate({ method, params }) ?? {}
  if (issues.length === 0) return valueProblem(method, params)
  const names = [...new Set(issues.map(({ path = [] }) => path.map(keyOf).join('.')))]
  return `Invalid params: of ${method} these are missing, or of another kind than the Model Context Protocol says: ${names.join(', ')}.`
}

/** What is wrong with parameters that are of the right kind. */
function valueProblem(method: string, params: Readonly<Record<string, unknown>> = {}): string | null {
  if (method === 'tools/call' && hasPrototypeField(params.arguments))
    return 'Invalid params: no tool takes a field that is called __proto__. Nothing was done.'
  if (method === 'tools/list' && (params.cursor ?? '') !== '')
    return 'Invalid params: there is no such params.cursor. All tools are listed at once, without any.'
  return null
}

function keyOf(part: PropertyKey | { readonly key: PropertyKey }): string {
  return String(typeof part === 'object' ? part.key : part)
}
