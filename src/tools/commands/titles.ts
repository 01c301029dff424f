import type { TitlesOf } from '../../shared/tool/titles'
import type commandsModule from './module'

/** What this module and its tools are called in German. */
export const german: TitlesOf<typeof commandsModule> = {
  module: 'Befehle',
  tools: {
    run_command: 'Befehl ausführen',
    get_command_output: 'Ausgabe eines Befehls lesen',
    stop_command: 'Befehl anhalten',
  },
}
