import type { EnglishOf, TitlesOf } from '../../shared/tool/titles'
import type commandsModule from './module'

/** What this module and its tools are called, and what the tools do, in German. */
export const german: TitlesOf<typeof commandsModule> = {
  module: 'Befehle',
  tools: {
    run_command: 'Befehl ausführen',
    get_command_output: 'Ausgabe eines Befehls lesen',
    stop_command: 'Befehl anhalten',
  },
  about: {
    run_command:
      'Führt ein Programm in einem freigegebenen Ordner aus, nachdem du zugestimmt hast. Es sieht keine Schlüssel aus der Umgebung, bekommt keine Eingabe und wird nach der gesetzten Zeit beendet. Wo es einen Sandkasten gibt, kann es nur in freigegebene Ordner schreiben und hat ohne ausdrückliche Angabe kein Netz. Was es tut, lässt sich nicht rückgängig machen.',
    get_command_output:
      'Zeigt, wie es um einen gestarteten Befehl steht und was er bisher ausgegeben hat. Von einer langen Ausgabe siehst du Anfang und Ende.',
    stop_command:
      'Beendet einen gestarteten Befehl mit allem, was er selbst gestartet hat: erst mit einer Bitte, dann mit Gewalt. Was er bis dahin getan hat, bleibt.',
  },
  fields: {
    'Program and arguments, such as ["git", "status"]; with shell one line.':
      'Programm und Argumente, etwa ["git", "status"]; mit shell eine Zeile.',
    'Granted folder, or one in it, to work in; the only granted folder when absent.':
      'Freigegebener Ordner oder einer darin, in dem es läuft; ohne Angabe der einzige freigegebene.',
    'Take command as one line of shell syntax.': 'Den Befehl als eine Zeile für die Shell nehmen.',
    'Whether it needs the network.': 'Ob es das Netz braucht.',
    'Seconds to wait for its end before answering, 0 to 60.':
      'So viele Sekunden wird auf das Ende gewartet, ehe es eine Antwort gibt, 0 bis 60.',
    'Seconds after which it is ended, 1 to 3600.': 'Nach so vielen Sekunden wird es beendet, 1 bis 3600.',
    'The command_id that run_command answered.': 'Die ID, die der Befehl beim Start bekam.',
  },
}

/** What these tools do, and what their fields take, for people who read English. */
export const english: EnglishOf<typeof commandsModule> = {
  about: {
    run_command:
      'Runs a program in a granted folder after you agreed. It sees no keys from the environment, gets no input and is ended after the set time. Where there is a sandbox, it can write only in granted folders and has no network unless you say so. What it does can’t be undone.',
    get_command_output:
      'Shows how far a command is that was started, and what it has printed so far. Of a long output you see the beginning and the end.',
    stop_command:
      'Ends a command with all that it started itself: first it is asked to, then it is made to. What it did until then stays.',
  },
  fields: {
    'The command_id that run_command answered.': 'The id that the command was given when it started.',
  },
}
