import { defineTexts } from './language'
import { mcpServersDe } from './mcp-servers-de'
import { mcpServersEn } from './mcp-servers-en'

/** The texts about other programs' MCP servers, in the language in use. */
export const mcpServersText = defineTexts(mcpServersEn, mcpServersDe)
