import { told } from '../../shared/sentences/english'
import type { taskSentences } from '../../shared/sentences/tasks'
import { inQuotesDe as inQuotes } from './told-de'

const few = (all: readonly string[]) => {
  const { names, more } = told(all.map((name) => ({ name })))
  return `${names.map(inQuotes).join(', ')}${more > 0 ? ` und ${more} weitere` : ''}`
}

/** What the tools of tasks propose, and why they can't, in German. */
export const taskSentencesDe: typeof taskSentences = {
  'task.none': ({ id }) => `Es gibt keine Aufgabe ${id}.`,
  'task.list_moved': () =>
    'Die Aufgabe, nach der diese Liste weiterging, gibt es nicht mehr. Liste sie von vorn auf.',
  'task.no_longer_kept': () =>
    'Was gelöscht wurde, ist nicht mehr aufbewahrt und lässt sich nicht zurückholen. Wie lange es bleibt, steht in den Einstellungen.',
  'task.ended': ({ title }) =>
    `${inQuotes(title)} ist erledigt oder aufgegeben. Öffne sie wieder, bevor ein Assistent daran arbeitet.`,
  'task.blocked': ({ title, needs }) =>
    `${inQuotes(title)} wartet auf ${few(needs)}. Erledige das zuerst, oder nimm es von dem, worauf die Aufgabe wartet.`,
  'task.at_work': ({ title }) => `An ${inQuotes(title)} arbeitet schon ein Assistent.`,
}
