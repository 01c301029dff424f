import { create } from 'zustand'
import type { ToolPolicy } from '../../shared/contract/policies'
import type { Policy } from '../../shared/tool/policy'
import { client } from '../app/client'

/** What assistants may do with each tool, in the order of the catalog; by assistant, once it was looked at. */
export const usePolicies = create<Readonly<Record<string, readonly ToolPolicy[]>>>(() => ({}))

/** Loads those of an assistant; what one has that does not exist yet is what its tools' classes say. */
export async function loadPolicies(assistant: string): Promise<void> {
  usePolicies.setState({ [assistant]: await client.policies.list({ assistant }) })
}

/** Loads those that were looked at anew: a tool came, or is of another class now. */
export async function reloadPolicies(): Promise<void> {
  await Promise.all(Object.keys(usePolicies.getState()).map(loadPolicies))
}

/** Takes one from the stream. */
export function takePolicy(policy: ToolPolicy): void {
  const known = usePolicies.getState()[policy.assistant]
  if (known === undefined) return
  usePolicies.setState({
    [policy.assistant]: known.map((other) => (other.tool === policy.tool ? policy : other)),
  })
}

/** Chooses for a tool; null goes back to what its class says. */
export async function choosePolicy({ assistant, tool }: ToolPolicy, policy: Policy | null): Promise<void> {
  takePolicy(await client.policies.set({ assistant, tool, policy }))
}
