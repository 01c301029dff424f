import { inQuotes } from './english'

/** What runs refuse. */
export const runSentences = {
  'runs.another_at_work': ({ name }: { name: string }) =>
    `${inQuotes(name)} is still at work here and takes no message for another assistant. Nothing was sent: wait until it is done, or stop it.`,
}
