import { formatBytes } from '../format-bytes'
import { inQuotes, number } from './english'

interface Titled {
  readonly title: string
}

/** What is refused of conversations, their messages and what is attached to them. */
export const conversationSentences = {
  'conversation.none': () => 'There is no such conversation.',
  'conversation.in_trash': () => 'This conversation is in the trash. Restore it first.',
  'conversation.not_in_trash': () => 'This conversation is not in the trash. Nothing was deleted.',
  'conversation.at_work': () => 'The assistant is at work in this conversation. Stop it first.',
  'conversation.still_at_work': () =>
    'The assistant is still at work in this conversation. Stop it, or wait.',
  'conversation.waits': () =>
    'This conversation waits for a decision. Decide it, and open the application: it goes on there.',
  'conversation.undecided': () =>
    'Changes that were proposed in this conversation wait for a decision. Decide them in the inbox first.',
  'conversation.entry_damaged': ({ number: entry }: { number: number }) =>
    `Entry ${entry} of the conversation can’t be read. Restore a copy from backups.`,
  'conversation.no_folder': () => 'There is no such folder any more.',
  'conversation.folder_there': ({ name }: { name: string }) => `There is a folder ${inQuotes(name)} already.`,
  'conversation.closing': () => 'The application is closing. Nothing was sent.',
  'message.none': () => 'There is no such message in this conversation.',
  'message.not_yours': () => 'Only messages of yours can be edited.',
  'message.answers_none': () => 'There is no message that this answers.',
  'message.other_branch': () => 'This message is on another branch now. Nothing was sent. Show it first.',
  'message.joined': () => 'This message has joined the conversation, so it can’t be taken back.',
  'message.none_waits': () => 'No message waits here any more.',
  'run.none': () => 'There is no such run.',
  'attached.not_picture': () =>
    'This is no picture that can be attached. Choose a PNG, JPEG, GIF or WebP file.',
  'attached.picture_gone': ({ title }: Titled) =>
    `The picture ${inQuotes(title)} is not kept any more. Nothing was sent. Attach it again.`,
  'attached.not_sent': ({ title }: Titled) =>
    `${inQuotes(title)} is no picture that can be sent. Nothing was sent. Attach it again.`,
  'attached.refused': ({ title, why }: Titled & { why: string }) =>
    `${inQuotes(title)} could not be attached, so nothing was sent.${why === '' ? '' : ` ${why}`}`,
  'picture.over_limit': ({ size, limit }: { size: number; limit: number }) =>
    `The picture has ${formatBytes(size)}; at most ${formatBytes(limit)} are opened.`,
  'picture.does_not_fit': ({ limit }: { limit: number }) =>
    `The picture does not fit into ${formatBytes(limit)}.`,
  'picture.none': () => 'This is not a picture.',
  'picture.damaged': () => 'The picture is damaged and can’t be read.',
  'picture.no_memory': () => 'There is not enough memory to draw the picture.',
  'picture.too_many_pixels': ({ width, height, millions }: Record<'width' | 'height' | 'millions', number>) =>
    `The picture has ${number(width)} × ${number(height)} pixels; at most ${millions} million are opened.`,
  'picture.no_size': () => 'The picture does not say how large it is.',
  'picture.cut': () => 'The picture is damaged or cut off: a part of it is missing.',
  'picture.not_encoded': () => 'The picture could not be encoded.',
  'picture.not_here': () => 'There is no such picture here.',
  'picture.gone': () => 'The picture is not kept any more.',
  'picture.not_usable': () => 'This is no picture that can be used. Choose a PNG, JPEG, GIF or WebP file.',
}
