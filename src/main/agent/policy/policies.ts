import type { Actor } from '../../../shared/actor'
import type { ToolPolicy } from '../../../shared/contract/policies'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { allowedPolicies, defaultAssistant, defaultPolicy, type Policy } from '../../../shared/tool/policy'
import { holdsTool } from '../../../shared/tool/tool-set'
import type { Audit } from '../../changes/audit'
import { isAssistant, toolsOfAssistant } from '../../db/assistants'
import { type Database, inTransaction } from '../../db/open'
import { chosenPoliciesOf, deniedNames, putPolicy } from '../../db/policies'
import type { Publish } from '../../publish'
import { namedTool, type RegisteredTool, type Registry } from '../registry'

/** What policies are kept in and told through. */
export interface PolicyParts {
  readonly db: Database
  readonly registry: Registry
  readonly publish: Publish
  readonly now: () => Date
  readonly audit: Audit
}

/** Every tool with what an assistant may do with it, in the catalog's order. */
export function listPolicies(parts: PolicyParts, assistant: string): ToolPolicy[] {
  return parts.registry.catalog.tools.map(({ name }) => present(parts, assistant, requireTool(parts, name)))
}

/** The names of tools that an assistant may not use. */
export function deniedTools({ db, registry }: PolicyParts, assistant: string): string[] {
  return deniedNames(db, assistant).flatMap((name) => registry.resolve(name)?.tool.name ?? [])
}

/** Stores what an assistant may do with a tool; refuses what lies below a floor, and an assistant that there is not. */
export function setPolicy(
  parts: PolicyParts,
  choice: { assistant: string; tool: string; policy: Policy | null; by: Actor },
): ToolPolicy {
  const { assistant, policy, by } = choice
  if (!isAssistant(parts.db, assistant)) {
    throw new AppError('not_found', say('assistant.none'), { field: 'assistant' })
  }
  const found = requireTool(parts, choice.tool)
  const { tool } = found
  if (policy !== null && !allowedPolicies(tool).includes(policy)) {
    throw new AppError(
      'denied',
      say('policy.not_allowed', { ...namedTool(parts.registry, tool), policy, floor: floorOf(tool) }),
      {
        field: 'policy',
      },
    )
  }
  inTransaction(parts.db, () => {
    putPolicy(parts.db, {
      assistant,
      names: [tool.name, ...tool.aliases],
      policy,
      setAt: parts.now().getTime(),
    })
    parts.audit.record('policy.set', { assistant, tool: tool.name, policy, by })
  })
  const stored = present(parts, assistant, found)
  parts.publish({ type: 'policy', policy: stored })
  return stored
}

/** What an assistant may do with a tool; the strictest of what is stored under its names, never below a floor. */
export function policyFor(
  { db }: Pick<PolicyParts, 'db'>,
  { tool }: RegisteredTool,
  assistant: string,
): Policy {
  const policy = chosen(db, assistant, tool) ?? defaultPolicy(tool.class)
  // Also where the row was altered, or the tool is stricter than it was when the person chose.
  return allowedPolicies(tool).includes(policy) ? policy : defaultPolicy(tool.class)
}

/** The assistant whose policies hold for a caller; for one that is none the usual one's. */
export function assistantOf(actor: Actor): string {
  return actor.kind === 'assistant' ? (actor.id ?? defaultAssistant) : defaultAssistant
}

/**
 * The policy that a call stands under; null for what a person does by hand, or has standing, which is not the assistant's
 * doing. Throws `denied` where an assistant does not have the tool, or the policy forbids it.
 */
export function requireAllowed(
  parts: Pick<PolicyParts, 'db' | 'registry'>,
  found: RegisteredTool,
  call: { readonly actor: Actor; readonly approval: unknown },
): Policy | null {
  const { kind } = call.actor
  // A program that wants another's tools connects to it: here a person allowed them for work that they see.
  if (kind === 'mcp_client' && found.foreign === true) {
    throw new AppError('denied', say('foreign.not_for_programs'), { sources: [] })
  }
  if (kind === 'person' || kind === 'watched_folder' || call.approval === 'gesture') return null
  if (kind === 'assistant') requireOwnTool(parts, found, call.actor)
  const policy = policyFor(parts, found, assistantOf(call.actor))
  if (policy !== 'deny') return policy
  throw new AppError('denied', say('policy.denied', namedTool(parts.registry, found.tool)))
}

/** Whatever a model was told of its tools: one that the assistant does not have is not run. */
function requireOwnTool(
  { db, registry }: Pick<PolicyParts, 'db' | 'registry'>,
  { tool }: RegisteredTool,
  actor: Actor,
): void {
  const tools = toolsOfAssistant(db, assistantOf(actor))
  if (holdsTool(tools, { ...tool, module: registry.titles(tool.name).module })) return
  throw new AppError('denied', say('policy.not_its_tool', namedTool(registry, tool)))
}

function present({ db, registry }: PolicyParts, assistant: string, found: RegisteredTool): ToolPolicy {
  const { tool } = found
  return {
    assistant,
    tool: tool.name,
    ...registry.titles(tool.name),
    class: tool.class,
    chosen: chosen(db, assistant, tool),
    policy: policyFor({ db }, found, assistant),
    allowed: [...allowedPolicies(tool)],
  }
}

function chosen(db: Database, assistant: string, tool: RegisteredTool['tool']): Policy | null {
  const stored = chosenPoliciesOf(db, assistant, [tool.name, ...tool.aliases])
  const strictestFirst: readonly Policy[] = ['deny', 'propose', 'auto']
  return strictestFirst.find((policy) => stored.includes(policy)) ?? null
}

function requireTool({ registry }: PolicyParts, name: string): RegisteredTool {
  const found = registry.resolve(name)
  if (found === null) throw new AppError('not_found', `There is no tool ${name}.`, { field: 'tool' })
  return found
}

function floorOf(tool: RegisteredTool['tool']): string {
  return tool.class === 'destructive_delete' ? 'removes' : 'no_undo'
}
