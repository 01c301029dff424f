import { counted, inQuotes } from './english'

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
  'mission.out_of_time': ({ minutes }: { minutes: number }) =>
    `The limit of time of this mission is reached: ${counted(minutes, 'minute')}. What was proposed until then is in the inbox.`,
  'mission.deleted': () =>
    'The mission was deleted while it was at work. What was proposed until then is in the inbox.',
}
