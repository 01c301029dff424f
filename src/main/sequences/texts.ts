import { counted } from '../../shared/sentences/english'

/** What a run of a sequence says, in the languages it knows. */
export interface SequenceTexts {
  /** What stands in the person’s place at the beginning of its conversation. */
  readonly begin: (name: string) => string
  readonly yes: string
  readonly no: string
  readonly allDone: (steps: number) => string
  readonly someFailed: (failed: number, steps: number) => string
  readonly someWait: (waiting: number, steps: number) => string
  readonly ended: (number: number) => string
  readonly done: string
  readonly proposed: string
  readonly failed: string
  /** `reason` may be empty. */
  readonly rejected: (reason: string) => string
  readonly notReached: string
}

const en: SequenceTexts = {
  begin: (name) => `Run the sequence “${name}”.`,
  yes: 'Yes',
  no: 'No',
  allDone: (steps) => (steps === 1 ? 'The step is done.' : `All ${steps} steps are done.`),
  someFailed: (failed, steps) => `The sequence is through: ${failed} of ${counted(steps, 'step')} failed.`,
  someWait: (waiting, steps) =>
    `The sequence is through: ${waiting} of ${counted(steps, 'step')} ${waiting === 1 ? 'waits' : 'wait'} in the Inbox.`,
  ended: (number) => `The sequence ended at step ${number}.`,
  done: 'done',
  proposed: 'proposed, not done yet',
  failed: 'failed',
  rejected: (reason) => (reason === '' ? 'you rejected it' : `you rejected it: ${reason}`),
  notReached: 'not carried out',
}

const de: SequenceTexts = {
  begin: (name) => `Führe den Ablauf „${name}“ aus.`,
  yes: 'Ja',
  no: 'Nein',
  allDone: (steps) =>
    steps === 1 ? 'Der Schritt ist ausgeführt.' : `Alle ${steps} Schritte sind ausgeführt.`,
  someFailed: (failed, steps) =>
    `Der Ablauf ist durch: ${failed} von ${steps === 1 ? '1 Schritt' : `${steps} Schritten`} ${failed === 1 ? 'ist' : 'sind'} fehlgeschlagen.`,
  someWait: (waiting, steps) =>
    `Der Ablauf ist durch: ${waiting} von ${steps === 1 ? '1 Schritt' : `${steps} Schritten`} ${waiting === 1 ? 'wartet' : 'warten'} im Eingang.`,
  ended: (number) => `Der Ablauf endete bei Schritt ${number}.`,
  done: 'ausgeführt',
  proposed: 'vorgeschlagen, noch nicht ausgeführt',
  failed: 'fehlgeschlagen',
  rejected: (reason) => (reason === '' ? 'von dir abgelehnt' : `von dir abgelehnt: ${reason}`),
  notReached: 'nicht ausgeführt',
}

/** See {@link SequenceTexts}. */
export function sequenceTexts(language: 'en' | 'de'): SequenceTexts {
  return language === 'de' ? de : en
}
