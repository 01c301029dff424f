import { count, formatNumber } from './language'

/** The English texts of pictures, files and pages that are attached to messages. */
export const attachmentsEn = {
  pasted: 'Pasted picture',
  drawing: (n: number) => `Preparing ${count(n, 'picture', 'pictures')}…`,
  attached: (n: number) => `${count(n, 'picture', 'pictures')} attached to the message.`,
  open: (title: string) => `Show ${title} larger`,
  close: 'Close',
  size: (width: number, height: number) => `${formatNumber(width)} × ${formatNumber(height)} pixels`,
  notPicture: (name: string) =>
    `${name} is no picture that can be attached. Choose a PNG, JPEG, GIF or WebP file.`,
  tooLarge: (name: string, size: string) =>
    `${name} is too large to be attached: a picture’s file has at most ${size}.`,
  tooManyPixels: (name: string) =>
    `${name} has more than 64 million pixels, which is too large to be attached. Make it smaller first.`,
  unreadable: (name: string) => `${name} is damaged and can’t be shown as a picture, so it was not attached.`,
  unread: (title: string, cancelled: boolean) =>
    cancelled ? `Reading “${title}” was cancelled.` : `“${title}” can’t be read.`,
  unreadNext: 'Remove it to send the message.',
  tooMany: (n: number) => `A message takes ${formatNumber(n)} attachments. The others were not attached.`,
  notKept: (title: string) =>
    `${title} could not be kept over the reload and is no longer attached. Attach it again.`,
  notSeen:
    'The model in use takes no pictures. It is told that one is attached, but can’t see it. The picture stays in the conversation.',
  offlineNotSeen:
    'The offline assistant can’t look at pictures. They stay in the conversation for a model that can.',
  chooseModel: 'Models',
  page: (title: string, page: number) => `${title}, p. ${formatNumber(page)}`,
  attachPage: (page: number) => `Ask about page ${formatNumber(page)}`,
  pageAttached: (title: string, page: number) => `Page ${formatNumber(page)} of “${title}” is attached.`,
  file: 'File',
  note: 'Note',
  task: 'Task',
  asSent: 'What the assistant was given: the file as it was when the message was sent.',
}
