import type { TitlesOf } from '../../shared/tool/titles'
import type tasksModule from './module'

/** What this module and its tools are called in German. */
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
}
