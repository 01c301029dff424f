import { usualDataFolder } from '../disk/data-folder'
import { commandLine } from '../start/entry-folder'

/** The program and its arguments that serve the tools of a data folder on standard input and output. */
export function mcpCommand(dataFolder: string, environment: NodeJS.ProcessEnv): string[] {
  // Another program has an environment of its own, so that a folder by a variable is named too.
  const named = dataFolder === usualDataFolder(environment) ? [] : ['--data', dataFolder]
  return [...commandLine(), 'mcp', ...named]
}
