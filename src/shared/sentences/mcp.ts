import { formatBytes } from '../format-bytes'
import { quoted } from '../text/quoted'
import { counted, inQuotes } from './english'

interface Server {
  readonly server: string
}
interface OfTool extends Server {
  /** As the server calls it. */
  readonly tool: string
}

/** Why a server of another program, or one of its tools, can't be used, and what its tools propose. */
export const mcpSentences = {
  'mcp.call': ({ server, tool }: OfTool) => `Have ${inQuotes(server)} run its tool ${inQuotes(tool)}`,
  'mcp.no_undo': ({ server }: Server) =>
    `Countersign does not know what ${inQuotes(server)} does with this, and can’t undo it.`,
  'mcp.gets_all': ({ server }: Server) => `${inQuotes(server)} is given all that stands here.`,
  'mcp.not_started': ({ server, why }: Server & { why: string }) =>
    `${inQuotes(server)} could not be started (${why}).`,
  'mcp.no_program': ({ server, program }: Server & { program: string }) =>
    `${inQuotes(server)} could not be started: there is no program ${quoted(program)}.`,
  'mcp.no_folder': ({ server, path }: Server & { path: string }) =>
    `${inQuotes(server)} could not be started: there is no folder ${quoted(path)}.`,
  'mcp.ended': ({ server, how }: Server & { how: string }) =>
    how === '?' || how === '0'
      ? `${inQuotes(server)} ended before it had answered.`
      : `${inQuotes(server)} ended before it had answered (${how}). What it wrote about that is in its log under Settings.`,
  'mcp.no_answer': ({ server, seconds }: Server & { seconds: number }) =>
    `${inQuotes(server)} did not answer within ${counted(seconds, 'second')}.`,
  'mcp.not_protocol': ({ server, line }: Server & { line: string }) =>
    `${inQuotes(server)} wrote something where only messages of MCP may stand, so it was ended: ${quoted(line)}`,
  'mcp.too_large': ({ server, limit }: Server & { limit: number }) =>
    `${inQuotes(server)} sent more than ${formatBytes(limit)} at once, so it was ended.`,
  'mcp.bad_answer': ({ server }: Server) =>
    `${inQuotes(server)} answered with something that is no answer of MCP.`,
  'mcp.leads_elsewhere': ({ server, host }: Server & { host: string }) =>
    `${inQuotes(server)} passes the request on to ${host}, which is another place. Nothing was sent there.`,
  'mcp.not_let_in': ({ server, status }: Server & { status: number }) =>
    `${inQuotes(server)} does not let Countersign in (${status}). If it gives out keys, enter one under Edit as a header, most often “Authorization” with “Bearer” before the key. Signing in to it in a browser is not possible here.`,
  'mcp.session_ended': ({ server }: Server) => `${inQuotes(server)} has ended the session. Try once more.`,
  'mcp.status': ({ server, status }: Server & { status: number }) =>
    `${inQuotes(server)} answered with an error (${status}).`,
  'mcp.refused': ({ server, text }: Server & { text: string }) => `${inQuotes(server)} refused: ${text}`,
  'mcp.failed': ({ server, text }: Server & { text: string }) =>
    `${inQuotes(server)} could not do it. It says: ${text}`,
  'mcp.may_have_done': ({ server }: Server) =>
    `It may or may not have been done, wholly or in part: only ${inQuotes(server)} knows. Look there before doing it again.`,
  'mcp.often_failed': ({ server }: Server) =>
    `${inQuotes(server)} has failed several times in a row and is not tried again by itself. Try the connection under Settings › Other MCP servers.`,
  'mcp.pausing': ({ server, seconds }: Server & { seconds: number }) =>
    `${inQuotes(server)} has just failed and is tried again in ${counted(seconds, 'second')} at the earliest.`,
  'mcp.switched_off': ({ server }: Server) =>
    `${inQuotes(server)} is switched off under Settings › Other MCP servers.`,
  'mcp.unapproved': ({ server }: Server) =>
    `Nobody has said yes yet to how ${inQuotes(server)} is reached now. A person does that under Settings › Other MCP servers.`,
  'mcp.tool_waits': ({ server, tool }: OfTool) =>
    `The tool ${inQuotes(tool)} of ${inQuotes(server)} is new or has changed. A person must look at it first, under Settings › Other MCP servers.`,
  'mcp.tool_refused': ({ server, tool }: OfTool) =>
    `The tool ${inQuotes(tool)} of ${inQuotes(server)} is not allowed under Settings › Other MCP servers.`,
  'mcp.tool_gone': ({ server, tool }: OfTool) =>
    `${inQuotes(server)} no longer has a tool ${inQuotes(tool)}.`,
  'mcp.moved': ({ server, tool }: OfTool) =>
    `The tool ${inQuotes(tool)} of ${inQuotes(server)} has changed since this was proposed, so nothing was done.`,
  'mcp.no_server': () => 'There is no such server any more.',
  'mcp.no_name': () => 'The server needs a name.',
  'mcp.name_taken': ({ name }: { name: string }) => `There is a server called ${inQuotes(name)} already.`,
  'mcp.needs_program': () => 'The server needs a program to start.',
  'mcp.needs_path': () => 'Give the folder with its whole path.',
  'mcp.odd_character': () => 'There is a character in it that no command can have.',
  'mcp.odd_variable': ({ name }: { name: string }) => `${inQuotes(name)} is not a name of a variable.`,
  'mcp.changed_meanwhile': () => 'It has changed since it was shown. Look at it once more.',
  'mcp.name_long': ({ limit }: { limit: number }) => `Its name is longer than ${limit} characters.`,
  'mcp.description_long': ({ limit }: { limit: number }) =>
    `Its description is longer than ${limit} characters, more than anybody reads.`,
  'mcp.schema_long': ({ limit }: { limit: number }) =>
    `The description of its input is longer than ${formatBytes(limit)}.`,
  'mcp.schema_large': ({ limit }: { limit: number }) => `Its input has more than ${limit} parts.`,
  'mcp.schema_deep': ({ limit }: { limit: number }) => `Its input is nested more than ${limit} levels deep.`,
  'mcp.schema_remote': ({ reference }: { reference: string }) =>
    `The description of its input refers to something elsewhere, which is not looked up: ${quoted(reference)}`,
  'mcp.schema_names': ({ name }: { name: string }) =>
    `Its input has a field that models can’t be told of: ${quoted(name)}`,
  'mcp.schema_broken': () => 'The description of its input contradicts itself.',
}
