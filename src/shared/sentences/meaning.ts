import { formatBytes } from '../format-bytes'
import { quoted } from '../text/quoted'
import { itSays, networkReason } from './network'

interface Asked {
  /** Host and port; empty for a model on this machine. */
  readonly host: string
}
interface Refused {
  readonly host: string
  readonly status: number
  /** The server's own words, on one line; empty where it has none. */
  readonly says: string
}
interface Place extends Asked {
  readonly model: string
}

const at = ({ host }: Asked) =>
  host === '' ? 'The embedding model on this machine' : `The embedding server at ${host}`
const placed = ({ model, host }: Place) => (host === '' ? `${model} on this machine` : `${model} at ${host}`)

const ends: Readonly<Record<string, string>> = {
  memory: 'it needs more memory than it may take',
  time: 'it took too long',
  thread: 'its thread ended unexpectedly',
}

/** What goes wrong with searching by meaning and the models that do it. */
export const meaningSentences = {
  'meaning.stopped': () => 'Stopped before the vectors were made.',
  'meaning.silent': ({ seconds, ...asked }: Asked & { seconds: number }) =>
    `${at(asked)} did not answer for ${seconds} s.`,
  'meaning.unreachable': ({ reason, ...asked }: Asked & { reason: string }) =>
    `${at(asked)} can’t be reached: ${networkReason(reason)}.`,
  'meaning.points_elsewhere': ({ status, says, ...asked }: Refused) =>
    `${at(asked)} points to another address (${status}), which is not followed.${itSays(says)}`,
  'meaning.key_refused': ({ status, says, ...asked }: Refused) =>
    `${at(asked)} refused the key (${status}). Check it in Settings.${itSays(says)}`,
  'meaning.unknown_model': ({ status, model, says, ...asked }: Refused & { model: string }) =>
    `${at(asked)} knows no model “${model}”, or makes no vectors (${status}).${itSays(says)}`,
  'meaning.no_credit': ({ says }: { says: string }) =>
    `The account of this key can’t pay (402).${itSays(says)}`,
  'meaning.asked_too_often': ({ says, ...asked }: Asked & { says: string }) =>
    `${at(asked)} is asked too often (429).${itSays(says)}`,
  'meaning.text_refused': ({ status, says, ...asked }: Refused) =>
    `${at(asked)} refused the text (${status}).${itSays(says)}`,
  'meaning.failed': ({ status, says, ...asked }: Refused) =>
    `${at(asked)} failed (${status}).${itSays(says)}`,
  'meaning.no_vectors': ({ status, says, ...asked }: Refused) =>
    `${at(asked)} answered something that is no list of vectors (${status}).${itSays(says)}`,
  'meaning.answer_too_long': () => 'The embedding server’s answer is too long to be vectors.',
  'meaning.only_zeros': (place: Place) => `${placed(place)} answers only zeros.`,
  'meaning.other_dimensions': ({ now, before, ...place }: Place & { now: number; before: number }) =>
    `${placed(place)} now answers ${now} numbers in place of ${before}.`,
  'meaning.other_count': ({ vectors, texts, ...place }: Place & { vectors: number; texts: number }) =>
    `${placed(place)} answered ${vectors} vectors to ${texts} texts.`,
  'meaning.no_numbers': (place: Place) => `${placed(place)} answered vectors without numbers.`,
  'meaning.too_many_numbers': ({ count, limit, ...place }: Place & { count: number; limit: number }) =>
    `${placed(place)} answers vectors of ${count} numbers; at most ${limit} can be used.`,
  'meaning.uneven': (place: Place) => `${placed(place)} answered vectors of different lengths.`,
  'meaning.huge_numbers': (place: Place) =>
    `${placed(place)} answered numbers that are too large to be a vector.`,
  'meaning.went_wrong': () => 'Vectors can’t be made: something went wrong.',
  'meaning.thread_ended': () => 'The thread that stores vectors ended unexpectedly.',
  'meaning.local_stopped': ({ why }: { why: string }) =>
    `The model on this machine stopped: ${ends[why] ?? why}.`,
  'meaning.not_here': ({ model }: { model: string }) =>
    `The model ${model} is not on this machine. Download it in Settings.`,
  'meaning.not_started': ({ model }: { model: string }) =>
    `The model ${model} can’t be started on this machine.`,
  'meaning.no_vector': () => 'The model on this machine answered something that is no vector.',
  'meaning.files_changed': ({ model }: { model: string }) =>
    `The files of ${model} are not what was downloaded. Remove them in Settings, then download them again.`,
  'meaning.download_first': () => 'Download the model first.',
  'meaning.no_key_needed': () => 'A model on this machine needs no key.',
  'meaning.enter_address': () => 'Enter the address of the server that makes the vectors.',
  'meaning.enter_model': () => 'Enter the name of the model, as the server knows it.',
  'download.endless': ({ host }: { host: string }) => `${host} passes the download on without an end.`,
  'download.other_host': ({ host, to }: { host: string; to: string }) =>
    `${host} wants to pass the download on to ${to}, which was not among the hosts you agreed to. Nothing was asked there.`,
  'download.gone': ({ host, status }: { host: string; status: number }) =>
    `${host} no longer has this file (${status}).`,
  'download.refused': ({ host, status }: { host: string; status: number }) =>
    `${host} refuses the download (${status}).`,
  'download.not_now': ({ host, status, kept }: { host: string; status: number; kept: boolean }) =>
    `${host} can’t deliver now (${status}).${kept ? ' What came before is kept.' : ''} Try again later.`,
  'download.stopped': () => 'The download was stopped. What came is kept.',
  /** `reason` is the code of a network error, or `silent`. */
  'download.ended': ({ host, reason }: { host: string; reason: string }) =>
    `The download from ${host} ended: ${reason === 'silent' ? 'nothing came for a minute' : networkReason(reason)}. What came is kept.`,
  'download.too_short': ({ from, size, whole }: { from: string; size: number; whole: number }) =>
    `${from} sent only ${formatBytes(size)} of ${formatBytes(whole)}. What came is kept; go on when the connection is better.`,
  'download.wrong_file': ({ from, path }: { from: string; path: string }) =>
    `What ${from} gave for ${path} is not the file of this model (its size or its SHA-256 differs). Nothing of it was kept.`,
  'download.under_way': ({ model }: { model: string }) => `${model} is being fetched already.`,
  'download.not_as_shown': ({ model }: { model: string }) =>
    `What would be downloaded for ${model} is not what was shown. Nothing was downloaded.`,
  'download.whole_path': () => 'Enter the whole path of the folder, from the top of the disk.',
  'download.not_in_folder': ({ name, folder }: { name: string; folder: string }) =>
    `There is no ${name} in ${quoted(folder)}.`,
  'download.in_use': ({ model }: { model: string }) =>
    `Searching by meaning uses ${model}. Switch it off, or choose another model, and then remove it.`,
  'download.no_room': ({ free, needed }: { free: number; needed: number }) =>
    `The disk of the data folder has ${formatBytes(free)} free; ${formatBytes(needed)} are needed. Make room, then try again.`,
}
