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
