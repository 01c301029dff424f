import { type Told, told } from '../../shared/sentences/english'
import { type taskSentences, wayInWords } from '../../shared/sentences/tasks'
import { fieldNameDe } from './field-names-de'
import { count } from './language'
import { inQuotesDe as inQuotes } from './told-de'

const first = ({ names, more }: Told) =>
  `${names.map(inQuotes).join(', ')}${more > 0 ? ` und ${more} weitere` : ''}`
const few = (all: readonly string[]) => first(told(all.map((name) => ({ name }))))

const withComments = (comments: number) =>
  comments === 0 ? '' : `, mit ${comments === 1 ? '1 Kommentar' : `${comments} Kommentaren`}`

/** What the tools of tasks propose, and why they can't, in German. */
export const taskSentencesDe: typeof taskSentences = {
  'tasks.create': ({ title }) => `Die Aufgabe ${inQuotes(title)} anlegen.`,
  'tasks.create_many': ({ count: n, ...names }) =>
    `${count(n, 'Aufgabe', 'Aufgaben')} anlegen: ${first(names)}.`,
  'tasks.change': ({ fields, title }) =>
    `An der Aufgabe ${inQuotes(title)} ändern: ${fields.map(fieldNameDe).join(', ')}.`,
  'tasks.comment': ({ title }) => `Die Aufgabe ${inQuotes(title)} kommentieren.`,
  'tasks.delete_comment': ({ title, by }) =>
    `${by === '' ? 'Deinen Kommentar' : `Einen Kommentar von ${by}`} zur Aufgabe ${inQuotes(title)} löschen.`,
  'tasks.comment_by': ({ by }) => (by === '' ? 'Dein Kommentar' : `Kommentar von ${by}`),
  'tasks.delete': ({ title, comments }) => `Die Aufgabe ${inQuotes(title)} löschen${withComments(comments)}.`,
  'tasks.delete_many': ({ count: n, comments, ...names }) =>
    `${count(n, 'Aufgabe', 'Aufgaben')} löschen${withComments(comments)}: ${first(names)}.`,
  'tasks.goes_with': ({ parent, comments, waiting, staying }) =>
    [
      ...(parent === '' ? [] : [`Ein Teil von ${inQuotes(parent)}.`]),
      ...(comments === 0
        ? []
        : [`${count(comments, 'Kommentar', 'Kommentare')} ${comments === 1 ? 'geht' : 'gehen'} mit.`]),
      ...(waiting.length === 0 ? [] : [`Darauf wartet dann nicht mehr: ${few(waiting)}.`]),
      ...(staying.length === 0 ? [] : [`Teile, die bleiben: ${few(staying)}.`]),
    ].join(' '),
  'tasks.done_with_parts': ({ title, parts }) =>
    `Teile von ${inQuotes(title)} sind nicht erledigt: ${few(parts)}.`,
  'tasks.done_while_waiting': ({ title, needs }) =>
    `${inQuotes(title)} wartet auf etwas, das nicht erledigt ist: ${few(needs)}.`,
  'task.none': ({ id }) => `Es gibt keine Aufgabe ${id}.`,
  'task.no_comment': ({ id }) => `Es gibt keinen Kommentar ${id} zu einer Aufgabe.`,
  'task.no_assistant': ({ id, there }) =>
    `Es gibt keinen Assistenten ${id}. Nenne die Kennung von einem von diesen, oder keinen: ${there.join(', ')}.`,
  'task.no_task_or_key': ({ id }) =>
    `${id} ist weder eine Aufgabe noch der Schlüssel einer Aufgabe in diesem Aufruf.`,
  'task.key_twice': ({ key }) => `Zwei Aufgaben dieses Aufrufs haben den Schlüssel ${inQuotes(key)}.`,
  'task.in_itself': ({ title }) =>
    `${inQuotes(title)} kann kein Teil von sich selbst sein und nicht auf sich selbst warten.`,
  'task.circle': ({ title, way }) =>
    `${inQuotes(title)} würde auf sich selbst warten: ${wayInWords(way, inQuotes)}. Eine Aufgabe wartet auch auf ihre Teile.`,
  'task.too_deep': ({ title, most }) =>
    `Mit ${inQuotes(title)} steckten mehr als ${most} Aufgaben ineinander.`,
  'task.too_many_comments': ({ title, most }) =>
    `${inQuotes(title)} hat schon ${most} Kommentare; mehr fasst eine Aufgabe nicht. Schreib stattdessen in ihre Notizen.`,
  'task.unchanged': () => 'Das würde nichts ändern.',
  'task.gone': ({ title }) => `${inQuotes(title)} wurde inzwischen gelöscht. Nichts wurde getan.`,
  'task.changed': ({ title }) => `${inQuotes(title)} wurde inzwischen geändert. Nichts wurde getan.`,
  'task.comments_changed': ({ title }) =>
    `Die Kommentare zu ${inQuotes(title)} haben sich inzwischen geändert. Nichts wurde getan.`,
  'task.parts_changed': ({ title }) =>
    `Was ein Teil von ${inQuotes(title)} ist, hat sich inzwischen geändert. Nichts wurde getan.`,
  'task.reference_gone': ({ title }) =>
    `Wovon ${inQuotes(title)} ein Teil sein oder worauf es warten sollte, wurde inzwischen gelöscht. Nichts wurde getan.`,
  'task.gone_back': ({ title }) => `${inQuotes(title)} wurde seitdem gelöscht. Nichts wurde getan.`,
  'task.changed_back': ({ title }) => `${inQuotes(title)} wurde seitdem wieder geändert. Nichts wurde getan.`,
  'task.list_moved': () =>
    'Die Aufgabe, nach der diese Liste weiterging, gibt es nicht mehr. Liste sie von vorn auf.',
  'task.no_longer_kept': () =>
    'Was gelöscht wurde, ist nicht mehr aufbewahrt und lässt sich nicht zurückholen. Wie lange es bleibt, steht in den Einstellungen.',
  'task.ended': ({ title }) =>
    `${inQuotes(title)} ist erledigt oder abgebrochen. Öffne sie wieder, bevor ein Assistent daran arbeitet.`,
  'task.blocked': ({ title, needs }) =>
    `${inQuotes(title)} wartet auf ${few(needs)}. Erledige das zuerst, oder nimm es von dem, worauf die Aufgabe wartet.`,
  'task.at_work': ({ title }) => `An ${inQuotes(title)} arbeitet schon ein Assistent.`,
}
