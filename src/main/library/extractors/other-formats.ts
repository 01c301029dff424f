/** Formats that people try to add and that are not read, told by their bytes. */
interface OtherFormat {
  /** What it is called in a sentence; see `document.not_read`. */
  readonly kind: string
  /** Bytes, each as a character, and where they stand. */
  readonly marks: readonly (readonly [at: number, bytes: string])[]
}

/**
 * Brands of the ISO base media file format (ISO/IEC 14496-12, 4.3) that hold pictures: HEIF (ISO/IEC 23008-12), AVIF,
 * JPEG XL and what cameras of Canon write.
 */
const PICTURE_BRANDS = [
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'],
  ...['avif', 'avis', 'jxl ', 'crx '],
]

const FORMATS: readonly OtherFormat[] = [
  ...starting('compressed', '\x1f\x8b', '\xfd7zXZ\0', '\x28\xb5\x2f\xfd'),
  {
    kind: 'compressed',
    marks: [
      [0, 'BZh'],
      [4, '1AY&SY'],
    ],
  },
  ...starting('other_archive', '7z\xbc\xaf\x27\x1c', 'Rar!\x1a\x07'),
  // POSIX.1-2017, ustar interchange format.
  { kind: 'other_archive', marks: [[257, 'ustar']] },
  ...starting('program', '\x7fELF', 'MZ\x90', '\xcf\xfa\xed\xfe'),
  ...starting('database', 'SQLite format 3\0'),
  ...starting('postscript', '%!PS'),
  ...starting('djvu', 'AT&TFORM'),
  ...starting('word_perfect', '\xffWPC'),
  // MS-ONESTORE, 2.3.1: the id of the format.
  ...starting('one_note', '\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3'),
  { kind: 'kindle', marks: [[60, 'BOOKMOBI']] },
  ...starting('other_picture', 'II*\0', 'MM\0*', '8BPS\0'),
  // The four bytes that are reserved tell a picture from words that begin so.
  {
    kind: 'other_picture',
    marks: [
      [0, 'BM'],
      [6, '\0\0\0\0'],
    ],
  },
  ...PICTURE_BRANDS.map((brand) => ({ kind: 'other_picture', marks: [[4, `ftyp${brand}`]] as const })),
  { kind: 'recording', marks: [[4, 'ftyp']] },
  ...starting('recording', 'ID3\x02', 'ID3\x03', 'ID3\x04', 'OggS\0', 'fLaC\0', '\x1a\x45\xdf\xa3'),
  ...['WAVE', 'AVI '].map((form) => ({
    kind: 'recording',
    marks: [
      [0, 'RIFF'],
      [8, form],
    ] as const,
  })),
]

function starting(kind: string, ...all: readonly string[]): OtherFormat[] {
  return all.map((bytes) => ({ kind, marks: [[0, bytes]] }))
}

/** What a file is that begins so (bytes as characters), where it is known and not read; null for all else. */
export function otherFormat(start: string): string | null {
  const format = FORMATS.find(({ marks }) => marks.every(([at, bytes]) => start.startsWith(bytes, at)))
  return format?.kind ?? null
}

/** A part of the packages that Pages, Numbers and Keynote write since 2013, by its name. */
export const iworkPart = /^Index\/.*\.iwa$/
