import type { Examples } from './examples'

const server = 'Gezeitentafel'
const tool = 'tide_of_day'

/** Of other programs' MCP servers. */
export const mcpExamples = {
  'mcp.call': { server, tool },
  'mcp.no_undo': { server },
  'mcp.gets_all': { server },
  'mcp.not_started': { server, why: 'EACCES' },
  'mcp.no_program': { server, program: 'tides' },
  'mcp.no_folder': { server, path: '/home/anna/tides' },
  'mcp.ended': { server, how: '7' },
  'mcp.no_answer': { server, seconds: 20 },
  'mcp.not_protocol': { server, line: 'Ready.' },
  'mcp.too_large': { server, limit: 16_000_000 },
  'mcp.bad_answer': { server },
  'mcp.refused': { server, text: 'no such harbour' },
  'mcp.failed': { server, text: 'no such day' },
  'mcp.may_have_done': { server },
  'mcp.leads_elsewhere': { server, host: 'other.example' },
  'mcp.not_let_in': { server, status: 401 },
  'mcp.session_ended': { server },
  'mcp.status': { server, status: 500 },
  'mcp.often_failed': { server },
  'mcp.pausing': { server, seconds: 9 },
  'mcp.switched_off': { server },
  'mcp.unapproved': { server },
  'mcp.tool_waits': { server, tool },
  'mcp.tool_refused': { server, tool },
  'mcp.tool_gone': { server, tool },
  'mcp.moved': { server, tool },
  'mcp.name_taken': { name: server },
  'mcp.odd_variable': { name: '1X' },
  'mcp.name_long': { limit: 200 },
  'mcp.description_long': { limit: 20_000 },
  'mcp.schema_long': { limit: 64_000 },
  'mcp.schema_large': { limit: 2000 },
  'mcp.schema_deep': { limit: 12 },
  'mcp.schema_remote': { reference: 'https://example.org/schema.json' },
  'mcp.schema_names': { name: '$day' },
} as const satisfies Examples
