import { quoted } from '../text/quoted'

interface Place {
  readonly path: string
}

/** How a file differs from what was expected; sizes in bytes where its bytes do. */
interface Difference extends Place {
  readonly how: string
  readonly before: number
  readonly now: number
}

const differences: Readonly<Record<string, string>> = {
  other: 'is a folder, a link or a device by now.',
  exists: 'exists by now.',
  gone: 'is no longer there.',
  replaced: 'was replaced by another file with the same text since.',
  mode: 'has other permissions since.',
}

/** What moved since it was planned or done, so that nothing is done. */
export const conflictSentences = {
  'conflict.differs': ({ path, how, before, now }: Difference) =>
    `${quoted(path)} ${differences[how] ?? `was changed since${before === now ? '' : ` (${before} bytes then, ${now} bytes now)`}.`} Nothing was done.`,
  'conflict.gone': ({ path }: Place) => `${quoted(path)} is no longer there. Nothing was done.`,
  'conflict.gone_not_moved': ({ path }: Place) => `${quoted(path)} is no longer there. Nothing was moved.`,
  'conflict.gone_not_back': ({ path }: Place) =>
    `${quoted(path)} is no longer there. Nothing was moved back.`,
  'conflict.changed': ({ path }: Place) =>
    `${quoted(path)} was changed since this was planned. Nothing was done.`,
  'conflict.changed_not_moved': ({ path }: Place) =>
    `${quoted(path)} was changed since this was planned. Nothing was moved.`,
  'conflict.changed_not_back': ({ path }: Place) =>
    `${quoted(path)} was changed since. Nothing was moved back.`,
  'conflict.taken': ({ path }: Place) => `${quoted(path)} exists by now. Nothing was done.`,
  'conflict.taken_left': ({ path }: Place) => `${quoted(path)} exists by now. It was left as it is.`,
  'conflict.leads_elsewhere': ({ path }: Place) =>
    `${quoted(path)} leads somewhere else by now. Nothing was done.`,
  'conflict.folder_replaced': ({ path }: Place) =>
    `${quoted(path)} leads somewhere else now: a folder above it was replaced. Nothing was done.`,
  'conflict.no_folder': ({ path }: Place) => `${quoted(path)} is not a folder by now. Nothing was done.`,
  'conflict.folder_gone': ({ path }: Place) =>
    `The folder ${quoted(path)} is no longer there. Make it again, then undo; nothing is lost.`,
  'conflict.trash_changed': ({ path }: Place) =>
    `What the trash has of ${quoted(path)} was changed. Nothing was done.`,
  'conflict.other_not_brought': ({ path }: Place) =>
    `Something else is at ${quoted(path)} by now. Nothing was brought back.`,
  'conflict.other_not_back': ({ path }: Place) =>
    `Something else is at ${quoted(path)} by now. Nothing was moved back.`,
  'conflict.other_left': ({ path }: Place) =>
    `Something else is at ${quoted(path)} by now. It and the trash were left as they are.`,
  'conflict.not_in_trash': ({ path }: Place) =>
    `${quoted(path)} is not in the trash any more and can’t be brought back.`,
  'conflict.filled': ({ path }: Place) => `Other things are in ${quoted(path)} by now. Nothing was removed.`,
  'conflict.changed_left': ({ path }: Place) =>
    `${quoted(path)} was changed in the meantime. It was left as it is.`,
  'conflict.replaced_opening': ({ path }: Place) =>
    `${quoted(path)} was replaced while it was being opened. Nothing was done.`,
  'conflict.content_gone': ({ path }: Place) =>
    `The stored content of ${quoted(path)} is gone. Nothing was changed.`,
  'conflict.content_damaged': ({ path, why }: Place & { why: string }) =>
    `${quoted(path)} can’t be written with what was kept. ${why}`,
  'conflict.not_chosen': ({ path }: Place) =>
    `${quoted(path)} was changed since, and nothing was chosen for it. Nothing was done.`,
  'conflict.grant_away': ({ path }: Place) =>
    `The granted folder ${quoted(path)} is not there now. It may be on a disk that is not connected. Nothing was done; try again when it is back.`,
  'conflict.stirring': ({ path }: Place) =>
    `Another program keeps renaming things in ${quoted(path)}. Nothing was undone. Try again once it has stopped.`,
  'conflict.folder_away': ({ path }: Place) =>
    `The folder ${quoted(path)} is not there now. It may be on a disk that is not connected, or have another name. Nothing was done; undo again when it is back.`,
  'conflict.builds_on': ({ number }: { number: number }) => `Change #${number} builds on it and was kept.`,
}
