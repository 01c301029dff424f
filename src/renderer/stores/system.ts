import { create } from 'zustand'
import type { DoctorCheck, SystemInfo } from '../../shared/contract/system'
import type { ToolInfo } from '../../shared/contract/tools'
import { client } from '../app/client'

interface SystemState {
  readonly info: SystemInfo | null
  readonly tools: readonly ToolInfo[]
}

/** What runs here and which tools it has. */
export const useSystem = create<SystemState>(() => ({ info: null, tools: [] }))

/** Loads what this installation is, and the catalog of tools. */
export async function loadSystem(): Promise<void> {
  const [info, tools] = await Promise.all([client.system.info(), client.tools.catalog()])
  useSystem.setState({ info, tools })
}

/** Loads the catalog of tools anew. */
export async function loadCatalog(): Promise<void> {
  useSystem.setState({ tools: await client.tools.catalog() })
}

/** A tool of the catalog by its name or a former one. */
export function findTool(tools: readonly ToolInfo[], name: string): ToolInfo | undefined {
  return tools.find((tool) => tool.name === name) ?? tools.find((tool) => tool.aliases.includes(name))
}

/** Checks everything that can be checked. */
export function runDoctor(): Promise<{ ok: boolean; checks: DoctorCheck[] }> {
  return client.system.doctor()
}

/** Opens an address outside; the person has seen all of it. */
export async function openExternal(url: string): Promise<void> {
  await client.system.openExternal({ url })
}
