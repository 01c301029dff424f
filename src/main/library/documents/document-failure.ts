import type { ExtractionWarning } from '../../../shared/contract/extraction-warnings'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { type Words, wordsOf } from '../../../shared/sentences/sentence'
import { readWarnings } from '../../db/document-readings'
import type { changeDocument, DocumentRow } from '../../db/documents'

type Changes = Parameters<typeof changeDocument>[2]

/**
 * What makes a document one that could not be read; `earlier` is its row where it still has an earlier reading, `mime` its
 * type where that is known all the same.
 */
export function unread(error: AppError, earlier?: DocumentRow, mime?: string): Changes {
  const { code, message, said } = error
  const why = said === undefined ? [] : [warning(message, said)]
  return {
    status: 'error',
    errorCode: code,
    errorMessage: message,
    ...(mime === undefined ? {} : { mime }),
    warnings: JSON.stringify([...(earlier === undefined ? [] : readWarnings(earlier)), ...why]),
    picturePages: earlier?.picturePages ?? (code === 'no_text' ? 1 : 0),
  }
}

/** What tells of a document that is as it was read before why it could not be read again. */
export function notReadAgain(earlier: DocumentRow, error: AppError): Changes {
  const { text, said } = say('document.not_read_again', { why: wordsOf(error) })
  return {
    // The next reading takes this warning back by its words.
    errorMessage: text,
    warnings: JSON.stringify([...readWarnings(earlier), warning(text, said)]),
  }
}

function warning(text: string, said: ExtractionWarning['said']): ExtractionWarning {
  return { text, said, places: [] }
}

/** Why a document could not be read; null where nothing is said. */
export function whyUnread(row: Pick<DocumentRow, 'errorMessage' | 'warnings'>): Words | null {
  const { errorMessage } = row
  if (errorMessage === null) return null
  // What failed before sentences were stored has its English words alone.
  const said = readWarnings(row).find(({ text }) => text === errorMessage)?.said
  return wordsOf({ message: errorMessage, said })
}

/** What the work on a document ends with that somebody stopped. */
export function documentStopped(): AppError {
  return new AppError('cancelled', say('document.stopped'))
}
