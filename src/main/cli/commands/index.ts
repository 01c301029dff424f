import { add } from './add'
import { ask } from './ask'
import { backup } from './backup'
import { call } from './call'
import { changes } from './changes'
import type { Command } from './command'
import { doctor } from './doctor'
import { exportCommand } from './export'
import { grant, grants } from './grant'
import { importCommand } from './import'
import { mcp } from './mcp'
import { policies } from './policies'
import { proposals } from './proposals'
import { restore } from './restore'
import { search } from './search'
import { serve } from './serve'
import { tools } from './tools'
import { watch } from './watch'

/** Every command by its name. */
export const commands: Readonly<Record<string, Command>> = {
  serve,
  ask,
  add,
  watch,
  search,
  tools,
  call,
  proposals,
  changes,
  grant,
  grants,
  policies,
  mcp,
  backup,
  restore,
  export: exportCommand,
  import: importCommand,
  doctor,
}
