/** Control words and symbols that stand for a character (Rich Text Format 1.9.1). */
export const SYMBOLS = new Map(
  Object.entries({
    tab: '\t',
    line: '\n',
    lquote: '‘',
    rquote: '’',
    ldblquote: '“',
    rdblquote: '”',
    emdash: '—',
    endash: '–',
    bullet: '•',
    emspace: ' ',
    enspace: ' ',
    '~': '\u00a0',
    _: '\u2011',
  }),
)
