/** A port that nothing usual has; the other program keeps it. */
const examplePort = 4871

/** What goes into the settings of a program that starts MCP servers itself, in the form that most of them share. */
export function configurationOf([command = '', ...args]: readonly string[]): string {
  return JSON.stringify({ mcpServers: { countersign: { command, args } } }, null, 2)
}

/** The line for a terminal that serves programs which connect to an address. */
export function addressCommandOf(mcpCommand: readonly string[], platform: string): string {
  const quote = platform === 'win32' ? quotedForWindows : quotedForShell
  return [...mcpCommand, '--http', '--port', String(examplePort)].map(quote).join(' ')
}

function quotedForShell(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`
}

/** Paths on Windows have no quotes in them. */
function quotedForWindows(argument: string): string {
  return /^[\w@+=:,./\\-]+$/.test(argument) ? argument : `"${argument}"`
}
