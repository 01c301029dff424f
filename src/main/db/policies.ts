import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Policy } from '../../shared/tool/policy'
import type { Database } from './open'
import { preparedOnce } from './prepared'
import { policies } from './schema'

/** What a person chose for an assistant and a tool, under any of the tool's names. */
export function chosenPoliciesOf(db: Database, assistant: string, names: readonly string[]): Policy[] {
  const rows = choicesOf(db).all({ assistant })
  return rows.filter(({ tool }) => names.includes(tool)).map(({ policy }) => policy)
}

/** The names, former ones too, under which a person denied an assistant a tool. */
export function deniedNames(db: Database, assistant: string): string[] {
  const rows = choicesOf(db).all({ assistant })
  return rows.filter(({ policy }) => policy === 'deny').map(({ tool }) => tool)
}

const choicesOf = preparedOnce((orm) =>
  orm
    .select({ tool: policies.tool, policy: policies.policy })
    .from(policies)
    .where(eq(policies.assistant, sql.placeholder('assistant')))
    .prepare(),
)

/** Stores a choice, or forgets it under every name of the tool when it is null. */
export function putPolicy(
  db: Database,
  choice: {
    readonly assistant: string
    readonly names: readonly [string, ...string[]]
    readonly policy: Policy | null
    readonly setAt: number
  },
): void {
  const { assistant, names, policy, setAt } = choice
  db.orm
    .delete(policies)
    .where(and(eq(policies.assistant, assistant), inArray(policies.tool, [...names])))
    .run()
  if (policy !== null) db.orm.insert(policies).values({ assistant, tool: names[0], policy, setAt }).run()
}
