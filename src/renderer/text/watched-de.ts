import { count, type Widened } from './language'
import type { watchedEn } from './watched-en'

/** The German texts of watched folders. */
export const watchedDe: Widened<typeof watchedEn> = {
  title: 'Beobachtete Ordner',
  intro:
    'Was in diesen Ordnern neu ist oder sich ändert, kommt von selbst in die Bibliothek. Was dort gelöscht wird, bleibt hier.',
  none: 'Noch wird kein Ordner beobachtet. Beobachte einen, um eine Sammlung aktuell zu halten.',
  add: 'Ordner beobachten…',
  dialogTitle: 'Ordner beobachten',
  dialogText:
    'Seine Dateien kommen in die Bibliothek, und jede Änderung wird zur neuen Fassung des Dokuments. Wird eine Datei gelöscht, bleibt ihr Dokument hier.',
  grantText:
    'Werkzeuge dürfen diesen Ordner von da an lesen. Das kannst du in den Einstellungen unter Ordner zurücknehmen.',
  folder: 'Ordner',
  placeholder: '/home/ich/Dokumente',
  collection: 'Sammlung',
  start: 'Beobachten',
  started: (path) => `${path} wird beobachtet.`,
  keepWatching: 'Weiter beobachten…',
  droppedFolder: (name) => `„${name}“ wurde aufgenommen, wie er jetzt ist.`,
  inSettings: (path: string) => `Einstellungen des beobachteten Ordners ${path}`,
  stop: 'Nicht mehr beobachten',
  stopOf: (path) => `${path} nicht mehr beobachten`,
  stopped: (path) => `${path} wird nicht mehr beobachtet. Seine Dokumente bleiben.`,
  documents: (n) => count(n, 'Dokument', 'Dokumente'),
  gone: (n) => `${count(n, 'Datei ist', 'Dateien sind')} weg`,
  lastSeen: 'Zuletzt gesehen',
  never: 'Noch nicht gesehen',
  polled: 'Das System meldet hier keine Änderungen; deshalb wird jede halbe Minute nachgesehen.',
  unread: (n) => `${count(n, 'Datei lässt', 'Dateien lassen')} sich nicht lesen:`,
  states: {
    idle: 'Läuft nicht',
    looking: 'Sieht nach',
    watching: 'Beobachtet',
    unavailable: 'Nicht erreichbar',
  },
  sourceGone: 'Quelle weg',
  goneFrom: (folder: string) => `Weg aus „${folder}“`,
  sourceGoneText: 'Seine Datei ist nicht mehr im beobachteten Ordner. Das Dokument bleibt.',
}
