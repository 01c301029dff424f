import type { EnglishOf, TitlesOf } from '../../shared/tool/titles'
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
  fields: {
    'All without': 'Ohne Angabe alle',
    'From the answer before': 'Wo die Liste davor endete; leer beginnt sie vorn',
    Markdown: 'Markdown',
    'The id of the assistant that is to do them': 'Die ID des Assistenten, der sie erledigen soll',
    'The id of the task that they are a part of': 'Die ID der Aufgabe, von der sie ein Teil sind',
    'The task’s id, as search_tasks gives it': 'Die ID der Aufgabe',
    'What is to be done, in Markdown': 'Was zu tun ist, in Markdown',
    'The day by which it is to be done, as YYYY-MM-DD':
      'Der Tag, bis zu dem sie erledigt sein soll, als JJJJ-MM-TT',
    'The id of the task that it is a part of': 'Die ID der Aufgabe, von der sie ein Teil ist',
    'The ids of the tasks that must be done before': 'Die IDs der Aufgaben, die vorher erledigt sein müssen',
    'The id of the assistant that is to do it': 'Die ID des Assistenten, der sie erledigen soll',
    'What the others of this call name it by': 'So nennen sie die anderen, die mit ihr angelegt werden',
    'As read_task gives it': 'Die ID des Kommentars, wie die Aufgabe ihn zeigt, wenn man sie liest',
  },
}

/** What these tools do, and what their fields take, for people who read English. */
export const english: EnglishOf<typeof tasksModule> = {
  about: {
    list_tasks: 'Lists tasks: what matters most first, then what is due first.',
    search_tasks: 'Finds tasks by words, also as part of a title, a tag or the notes.',
    read_task:
      'Shows all of a task: its details and notes, what it is a part of, what it waits for, its own parts and the comments.',
    create_task: 'Makes a task.',
    create_tasks:
      'Makes several tasks at once, all or none. They can be parts of each other and wait for each other.',
    update_task: 'Changes the details that you give; all others stay. A list replaces the whole list.',
    comment_on_task: 'Writes a comment on a task, for instance what came of it.',
    delete_task_comment: 'Deletes a comment. It can be restored while what is deleted is kept.',
    delete_tasks:
      'Deletes tasks with their parts and comments. They can be restored while what is deleted is kept.',
  },
  fields: {
    'All without': 'All of them when empty',
    'From the answer before': 'Where the list before ended; empty begins at its start',
    'The task’s id, as search_tasks gives it': 'The task’s id',
    'What the others of this call name it by': 'What the other tasks that are made together call it',
    'As read_task gives it': 'The comment’s id, as the task shows it when it is read',
  },
}
