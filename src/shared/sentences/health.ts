import { formatBytes } from '../format-bytes'
import { calendarDay, counted } from './english'

/** What the doctor finds. */
export const healthSentences = {
  'health.data_open': ({ path }: { path: string }) =>
    `${path} can be opened by other users. Run: chmod 700 "${path}"`,
  'health.page_browser': () => 'Runs the scripts of web pages',
  'health.no_page_browser': () =>
    'There is none, so web pages that their scripts make are taken as they come. COUNTERSIGN_CHROMIUM can name a Chromium or Chrome on this computer.',
  'health.folders_away': ({ paths }: { paths: readonly string[] }) => `Not there now: ${paths.join(', ')}`,
  'health.folders': ({ count }: { count: number }) => `${count} granted`,
  /** `oldest` is a day as YYYY-MM-DD, empty where there is none. */
  'health.history': ({
    size,
    entries,
    oldest,
    days,
    limit,
  }: {
    size: number
    entries: number
    oldest: string
    days: number
    limit: number
  }) =>
    `${formatBytes(size)} in ${entries} ${entries === 1 ? 'entry' : 'entries'}${oldest === '' ? '' : `, the oldest of ${calendarDay(oldest)}`}; kept for ${days} days, at most ${formatBytes(limit)}`,
  'health.index': (is: { passages: number; documents: number; waiting: number }) =>
    `${counted(is.passages, 'passage')} of ${counted(is.documents, 'document')} compared${is.waiting === 0 ? '' : `; ${counted(is.waiting, 'document')} still to be indexed`}`,
  'health.index_wrong': ({ wrong, documents, title }: { wrong: number; documents: number; title: string }) =>
    `${wrong} of ${documents} documents are not indexed as they are stored, the first is “${title}”. Run: countersign doctor --index rebuild`,
  'health.originals': ({ documents }: { documents: number }) =>
    `Of ${counted(documents, 'document')} the original is there`,
  'health.originals_gone': ({ gone, documents, title }: { gone: number; documents: number; title: string }) =>
    `Of ${gone} of ${counted(documents, 'document')} the original is gone from the data folder, the first is “${title}”. Their text is still found. Add the files again, or restore a backup.`,
  'health.keys': ({ count }: { count: number }) =>
    count === 0 ? 'None is stored' : `${counted(count, 'entry', 'entries')} can be read`,
  'health.keys_damaged': ({ names, why }: { names: readonly string[]; why: string }) =>
    `${counted(names.length, 'entry', 'entries')} can’t be read: ${names.join(', ')}. ${why}`,
  'health.model_lists': ({ known, count }: { known: string; count: number }) =>
    `${known} The server lists ${count} models.`,
  'health.model_fails': ({ known, why }: { known: string; why: string }) => `${known} ${why}`,
  'health.words_only': () => 'Off: the library is searched by words alone',
  /** `uses` is the model of searches, empty where there is none yet. */
  'health.meaning': ({
    model,
    host,
    done,
    total,
    uses,
  }: Record<'model' | 'host' | 'uses', string> & { done: number; total: number }) =>
    `${host === '' ? `${model} on this machine` : `${model} at ${host}`}; ${done} of ${total} passages have their vector; ${uses === '' ? 'searches use words alone so far' : `searches use ${uses}`}`,
  'health.meaning_missing': ({ known }: { known: string }) =>
    `${known}. The model is not there: download it in Settings`,
  'health.meaning_fails': ({ known, why }: { known: string; why: string }) => `${known}. ${why}`,
  'health.database': ({ sqlite, schema }: { sqlite: string; schema: string }) =>
    `Whole (SQLite ${sqlite}, schema ${schema})`,
  'health.database_damaged': ({ why }: { why: string }) => `Damaged: ${why}. Restore a copy from backups.`,
  'health.database_orphans': ({ count }: { count: number }) => `${count} rows refer to rows that are gone.`,
}
