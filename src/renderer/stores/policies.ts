import { create } from 'zustand'
import type { ToolPolicy } from '../../shared/contract/policies'
import type { Policy } from '../../shared/tool/policy'
import { client } from '../app/client'

/** What the assistant may do with each tool, in the order of the catalog. */
export const usePolicies = create<{ readonly policies: readonly ToolPolicy[]; readonly loaded: boolean }>(
  () => ({
    policies: [],
    loaded: false,
  }),
)

/** Loads all of them. */
export async function loadPolicies(): Promise<void> {
  usePolicies.setState({ policies: await client.policies.list({}), loaded: true })
}

/** Takes one from the stream. */
export function takePolicy(policy: ToolPolicy): void {
  usePolicies.setState(({ policies }) => ({
    policies: policies.map((other) =>
      other.tool === policy.tool && other.assistant === policy.assistant ? policy : other,
    ),
  }))
}

/** Chooses for a tool; null goes back to what its class says. */
export async function choosePolicy({ assistant, tool }: ToolPolicy, policy: Policy | null): Promise<void> {
  takePolicy(await client.policies.set({ assistant, tool, policy }))
}
