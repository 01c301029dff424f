import { formatNumber } from './language'

/** The English texts of branches, the list of conversations, search and export. */
export const chatEn = {
  branch: {
    versions: 'Versions of this message',
    previous: 'Previous version',
    next: 'Next version',
    place: (at: number, of: number) => `${formatNumber(at)} / ${formatNumber(of)}`,
    edit: 'Edit message',
    editing: 'Your message',
    editHint: 'Sending makes a new branch. What followed this message is kept: the arrows lead back to it.',
    regenerate: 'Answer again',
    copy: 'Copy message',
    notShown: 'Earlier answers are kept:',
  },
}
