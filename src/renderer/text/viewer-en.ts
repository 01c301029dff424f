import { count, formatNumber } from './language'

/** What the viewer of documents says. */
export const viewerEn = {
  page: 'Page',
  of: (n: number) => `of ${formatNumber(n)}`,
  printed: (label: string) => `printed ${label}`,
  previous: 'Previous page',
  next: 'Next page',
  zoomIn: 'Larger',
  zoomOut: 'Smaller',
  pageText: 'Text of this page',
  copyText: 'Copy the page’s text',
  image: (title: string, page: number) => `${title}, page ${page}`,
  search: 'Search in this document',
  searchFor: 'Words to look for',
  found: (n: number, more: boolean) =>
    more
      ? `The first ${count(n, 'match', 'matches')}`
      : n === 0
        ? 'Not in this document'
        : count(n, 'match', 'matches'),
  match: (n: number, of: number, more: boolean) =>
    `${formatNumber(n)} of ${more ? 'the first ' : ''}${formatNumber(of)}`,
  previousMatch: 'Previous match',
  nextMatch: 'Next match',
  pages: 'Pages of the document',
  outline: 'Outline',
  about: 'About this document',
  fitWidth: 'Fit width',
  ask: 'Ask about this document',
  changed: 'The file has changed since it was added',
  changedText: 'You see the text as it was then.',
  addVersion: 'Add the new version',
  renewing: 'Its new version is being read',
  renewingText: 'Until that is done you see the former one.',
  notRenewed: 'Its new version could not be read',
  notRenewedText: 'You see the former one.',
  unavailable: 'The file that this was read from is not available',
  unavailableText: 'The library keeps what it read.',
  text: (title: string) => `Text of ${title}`,
  notReady: 'This document is not ready yet.',
  failed: 'This document could not be read.',
  textNotRead: 'Its text has not been read, so searches miss it.',
  gone: 'This document is no longer in the library',
  goneText: 'If it was removed, Undo in Activity brings it back.',
  goneAction: 'Open Activity',
  unverified: 'Not verified: the quoted words were not found in the passage.',
  notGiven: 'Not verified: the assistant was given no such passage in this conversation.',
}
