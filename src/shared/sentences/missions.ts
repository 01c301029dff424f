import { counted, inQuotes } from './english'

interface Waiting {
  /** How many of its proposals wait for a decision; what was stored before this was counted tells none. */
  readonly waiting?: number
}

/** What is refused of missions, and what ends their iterations. */
export const missionSentences = {
  'mission.none': () => 'There is no such mission.',
  'mission.no_iteration': () => 'There is no such iteration of a mission.',
  'mission.changed': () =>
    'The mission was changed meanwhile, in another window or by another program. Nothing was saved.',
  'mission.name_taken': ({ name }: { name: string }) =>
    `Another mission is called ${inQuotes(name)} already.`,
  'mission.in_trash': ({ name }: { name: string }) =>
    `The mission ${inQuotes(name)} is in the trash. Restore it first.`,
  'mission.at_work': ({ name }: { name: string }) => `The mission ${inQuotes(name)} is at work already.`,
  'mission.no_assistant': () => 'There is no such assistant. Choose another one.',
  'mission.needs_application': () =>
    'Missions run while the application is open. Open Countersign, then try again.',
  'mission.out_of_time': ({ minutes, waiting = 0 }: Waiting & { minutes: number }) =>
    `The time limit of this mission is reached: ${counted(minutes, 'minute')}.${waitingInInbox(waiting)}`,
  'mission.deleted': ({ waiting = 0 }: Waiting) =>
    `The mission was deleted while it was at work.${waitingInInbox(waiting)}`,
}

function waitingInInbox(waiting: number): string {
  return waiting === 0 ? '' : ` What it proposed waits for you in the inbox (${waiting}).`
}
