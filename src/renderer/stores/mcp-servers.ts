import { create } from 'zustand'
import type {
  McpServer,
  McpServerDraft,
  McpToolClass,
  McpToolReview,
} from '../../shared/contract/mcp-servers'
import { client } from '../app/client'
import { loadCatalog } from './system'

/** What a person decided of a tool that they saw. */
export interface McpToolDecision {
  readonly name: string
  readonly offeredHash: string
  readonly allowed: boolean
  readonly class: McpToolClass
}

interface McpServersState {
  readonly servers: readonly McpServer[]
  readonly loaded: boolean
}

/** Other programs' MCP servers. */
export const useMcpServers = create<McpServersState>(() => ({ servers: [], loaded: false }))

/** Loads the servers. */
export async function loadMcpServers(): Promise<void> {
  useMcpServers.setState({ servers: await client.mcpServers.list(), loaded: true })
}

/** Loads what has changed: the servers where they are shown, and the catalog with their tools. */
export async function reloadMcpServers(): Promise<void> {
  await Promise.all([useMcpServers.getState().loaded ? loadMcpServers() : null, loadCatalog()])
}

/** Adds a server, or changes the one that was seen; starts nothing. */
export function saveMcpServer(seen: McpServer | null, draft: McpServerDraft): Promise<McpServer> {
  return client.mcpServers.save(
    seen === null ? { id: null, draft } : { id: seen.id, revision: seen.revision, draft },
  )
}

/** Takes a server away. */
export async function removeMcpServer(id: string): Promise<void> {
  await client.mcpServers.remove({ id })
}

/** Switches a server on or off. */
export async function enableMcpServer(id: string, enabled: boolean): Promise<void> {
  await client.mcpServers.enable({ id, enabled })
}

/** Says yes to how a server is reached, as it was shown. */
export async function approveMcpServer({ id, configurationHash }: McpServer): Promise<void> {
  await client.mcpServers.approve({ id, configurationHash })
}

/** Connects anew; what goes wrong stands in the answer. */
export function connectMcpServer(id: string): Promise<McpServer> {
  return client.mcpServers.connect({ id })
}

/** What a server offers, with what was looked at of it. */
export function mcpTools({ id }: McpServer): Promise<McpToolReview[]> {
  return client.mcpServers.tools({ id })
}

/** Stores what was decided of tools. */
export function reviewMcpTools(id: string, decisions: McpToolDecision[]): Promise<McpToolReview[]> {
  return client.mcpServers.review({ id, decisions })
}

/** What a server's program wrote to its error output. */
export function mcpServerLog(id: string): Promise<{ text: string; omitted: number }> {
  return client.mcpServers.log({ id })
}
