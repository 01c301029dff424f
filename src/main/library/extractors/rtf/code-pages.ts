import iconv from 'iconv-lite'

/** Windows character sets of fonts, by number (Rich Text Format 1.9.1, "Font Table"). */
const CHARSETS: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}

/** Code pages that iconv-lite knows by other names. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  708: 'iso-8859-6',
  10000: 'macintosh',
  10006: 'macgreek',
  10007: 'maccyrillic',
  10029: 'maccenteuro',
  10081: 'macturkish',
  20127: 'windows-1252',
  // What Outlook calls the mail of Japan and Korea; its strings are in what Windows has there.
  50220: 'cp932',
  50221: 'cp932',
  50222: 'cp932',
  50225: 'cp949',
  51932: 'eucjp',
  51949: 'cp949',
  54936: 'gb18030',
  65001: 'utf-8',
}

/** Character sets that a file names by a word of its own. */
export const NAMED_CODE_PAGES: Readonly<Record<string, string>> = {
  ansi: 'windows-1252',
  mac: 'macintosh',
  pc: 'cp437',
  pca: 'cp850',
}

/** The encoding of a font's character set; undefined for one that is the file's own, or has symbols for letters. */
export function charsetEncoding(charset: number): string | undefined {
  return CHARSETS[charset]
}

/** The encoding of a code page; undefined for one that is not known. */
export function codePageEncoding(codePage: number): string | undefined {
  const named = CODE_PAGES[codePage] ?? `cp${codePage}`
  return iconv.encodingExists(named) ? named : undefined
}

/** The code pages of languages whose letters are not in the western one, by the lower ten bits of their numbers (MS-LCID). */
const LANGUAGES: ReadonlyMap<number, number> = new Map([
  [0x01, 1256],
  [0x02, 1251],
  [0x04, 936],
  [0x05, 1250],
  [0x08, 1253],
  [0x0d, 1255],
  [0x0e, 1250],
  [0x11, 932],
  [0x12, 949],
  [0x15, 1250],
  [0x18, 1250],
  [0x19, 1251],
  [0x1a, 1250],
  [0x1b, 1250],
  [0x1e, 874],
  [0x1f, 1254],
  [0x22, 1251],
  [0x24, 1250],
  [0x25, 1257],
  [0x26, 1257],
  [0x27, 1257],
])

/** Chinese with traditional characters: of Taiwan, Hong Kong and Macau. */
const TRADITIONAL_CHINESE = new Set([0x0404, 0x0c04, 0x1404])

/** The code page that Windows has for a language, by its number; the western one where it has no other. */
export function codePageOfLanguage(language: number): number {
  if (TRADITIONAL_CHINESE.has(language & 0xffff)) return 950
  return LANGUAGES.get(language & 0x3ff) ?? 1252
}
