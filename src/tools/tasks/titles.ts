import type { TitlesOf } from '../../shared/tool/titles'
import type tasksModule from './module'

/** What this module and its tools are called, and what the tools do, in German. */
export const german: TitlesOf<typeof tasksModule> = {
  module: 'Aufgaben',
  tools: {
    list_tasks: 'Aufgaben auflisten',
    search_tasks: 'Aufgaben durchsuchen',
    read_task: 'Aufgabe lesen',
    create_task: 'Aufgabe anlegen',
    create_tasks: 'Aufgaben anlegen',
    update_task: 'Aufgabe ändern',
    comment_on_task: 'Aufgabe kommentieren',
    delete_task_comment: 'Kommentar löschen',
    delete_tasks: 'Aufgaben löschen',
  },
  about: {
    list_tasks: 'Listet Aufgaben auf: zuerst, was am wichtigsten ist, dann, was zuerst fällig ist.',
    search_tasks:
      'Findet Aufgaben nach Wörtern, auch als Teil eines Titels, eines Schlagworts oder der Notizen.',
    read_task:
      'Zeigt alles zu einer Aufgabe: ihre Angaben und Notizen, wovon sie ein Teil ist, worauf sie wartet, ihre eigenen Teile und die Kommentare.',
    create_task: 'Legt eine Aufgabe an.',
    create_tasks:
      'Legt mehrere Aufgaben auf einmal an, alle oder keine. Sie können voneinander ein Teil sein und aufeinander warten.',
    update_task:
      'Ändert die Angaben, die du machst; alles andere bleibt. Eine Liste ersetzt die ganze Liste.',
    comment_on_task: 'Schreibt einen Kommentar zu einer Aufgabe, etwa was dabei herauskam.',
    delete_task_comment:
      'Löscht einen Kommentar. Er lässt sich zurückholen, solange Gelöschtes aufbewahrt wird.',
    delete_tasks:
      'Löscht Aufgaben mit ihren Teilen und Kommentaren. Sie lassen sich zurückholen, solange Gelöschtes aufbewahrt wird.',
  },
}
