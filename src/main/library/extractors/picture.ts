import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { refuseUnsound } from '../../pictures/draw'
import { drawGrey } from '../../pictures/grey'
import { readPictureHeader } from '../../pictures/header'
import { settle } from '../pdf/page-text'
import { loadRecognizer } from '../recognition/engine'
import { placeWords } from '../recognition/recognized-page'
import { packWords } from '../recognition/word-boxes'
import type { ExtractedDocument, OnExtractProgress, PictureMime, Recognition } from './types'

/** Reads the text in a picture, as a document of one page; throws `no_text` where text recognition is off. */
export async function extractPicture(
  bytes: Uint8Array,
  mime: PictureMime,
  onProgress: OnExtractProgress,
  recognition: Recognition | null,
): Promise<ExtractedDocument> {
  refuseDamaged(bytes)
  if (recognition === null) {
    throw new AppError('no_text', say('document.picture'))
  }
  onProgress({ stage: 'extracting', done: 0, total: 1 })
  const recognizer = await loadRecognizer(recognition)
  const { draft, boxes } = recognizer.read(await drawGrey(bytes), null)
  onProgress({ stage: 'extracting', done: 1, total: 1 })
  if (draft.text === '') {
    throw new AppError('unsupported', say('document.picture_without_text'))
  }
  const page = settle(draft, { dropped: new Set(), divide: () => 'joined' })
  return {
    title: null,
    mime,
    text: page.text,
    pages: [{ page: 1, start: 0, end: page.text.length }],
    headings: [],
    recognized: true,
    words: [{ page: 1, boxes: packWords(placeWords(page, boxes)) }],
    warnings: [],
  }
}

function refuseDamaged(bytes: Uint8Array): void {
  const header = readPictureHeader(bytes)
  if (header?.sound === false && header.width * header.height === 0) {
    throw new AppError('unsupported', say('document.picture_cut'))
  }
  if (header !== null) refuseUnsound(header)
}
