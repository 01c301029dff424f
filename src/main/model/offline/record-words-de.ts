import { ownValue } from '../../../shared/json/own-value'
import type { AttachedRecord } from '../port'

/** Fields as the tools that read a contact or a task name them to models. */
const labels: Readonly<Record<string, string>> = {
  assistant: 'Assistent',
  birthday: 'Geburtstag',
  due: 'Fällig',
  'e-mail': 'E-Mail',
  kind: 'Art',
  organization: 'Organisation',
  'part of': 'Teil von',
  phone: 'Telefon',
  'postal address': 'Anschrift',
  priority: 'Priorität',
  role: 'Aufgabe',
  status: 'Stand',
  tags: 'Schlagwörter',
  'web page': 'Webseite',
}

const statuses: Readonly<Record<string, string>> = {
  open: 'offen',
  'in progress': 'in Arbeit',
  in_progress: 'in Arbeit',
  done: 'erledigt',
  cancelled: 'abgebrochen',
}

/** What such a field says where it is one of few words. */
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: { person: 'Person', organization: 'Organisation' },
  priority: { low: 'niedrig', normal: 'normal', high: 'hoch', urgent: 'dringend' },
  status: statuses,
}

/** Lines that stand above others. */
const heads: Readonly<Record<string, string>> = {
  'Comments:': 'Kommentare:',
  'Its parts:': 'Teile:',
  'Links:': 'Verknüpfungen:',
  'Notes:': 'Notizen:',
  'Waited for by:': 'Darauf wartet:',
  'Waits for:': 'Wartet auf:',
}

const peopleHead = /^(\d+) (?:person|people):$/u
const olderComments = /^Comments \((\d+) before these are left out\):$/u
/** Below heads about other tasks: what is said of each behind its title. */
const lastStatus = /: (open|in_progress|done|cancelled)$/u

/** The words of a contact or a task with their labels in German; what people wrote themselves stays as it is. */
export function recordWordsDe(kind: AttachedRecord['kind'], words: string): string {
  if (kind !== 'contact' && kind !== 'task') return words
  const [name = '', ...lines] = words.split('\n')
  const fields = indexOr(lines.findIndex(isHead), lines.length)
  const own = indexOr(lines.indexOf('Notes:'), lines.length)
  const told = lines.map((line, index) => (index > own ? headDe(line) : lineDe(line, index > fields)))
  return [name, ...told].join('\n')
}

function indexOr(found: number, other: number): number {
  return found < 0 ? other : found
}

function isHead(line: string): boolean {
  return headDe(line) !== line
}

function headDe(line: string): string {
  const [, people] = peopleHead.exec(line) ?? []
  if (people !== undefined) return people === '1' ? '1 Person:' : `${people} Personen:`
  const [, older] = olderComments.exec(line) ?? []
  if (older !== undefined) return `Kommentare (${older} davor sind weggelassen):`
  return ownValue(heads, line) ?? line
}

function lineDe(line: string, isBelowHead: boolean): string {
  if (isBelowHead) {
    return headDe(line).replace(lastStatus, (_whole, status: string) => `: ${statuses[status] ?? status}`)
  }
  const colon = line.indexOf(': ')
  const label = ownValue(labels, line.slice(0, colon))
  if (colon < 0 || label === undefined) return headDe(line)
  const value = line.slice(colon + 2)
  return `${label}: ${ownValue(ownValue(values, line.slice(0, colon)) ?? {}, value) ?? value}`
}
