import { inQuotes } from './english'

/** What runs refuse, and what comes to nothing. */
export const runSentences = {
  'runs.another_at_work': ({ name }: { name: string }) =>
    `${inQuotes(name)} is still at work here and takes no message for another assistant. Nothing was sent: wait until it is done, or stop it.`,
  'runs.no_title': () => 'The model’s answer held no title.',
}
