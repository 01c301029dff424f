import { createHash } from 'node:crypto'

/** One page: lines of text set in Helvetica from the top down, or a content stream of one's own. */
export type PdfPageSource = {
  readonly lines?: readonly string[]
  readonly content?: string
  /** Clockwise degrees. */
  readonly rotate?: 0 | 90 | 180 | 270
  /** Points: left, bottom, right, top. */
  readonly mediaBox?: readonly [number, number, number, number]
  readonly annotations?: readonly PdfAnnotation[]
}

/** What a person filled in, typed or clicks on; as tall as a line, in points from the lower left corner. */
export type PdfAnnotation = {
  readonly kind: 'Widget' | 'FreeText' | 'Link'
  readonly x: number
  readonly y: number
  readonly text: string
  /** ISO 32000-1, 12.5.3: 2 is hidden, 32 not shown on a screen. */
  readonly flags?: number
  /** Whether the file has no picture of it, so that its reader draws it. */
  readonly undrawn?: boolean
}

/** A PDF to be made. */
export type PdfSource = {
  readonly title?: string
  readonly pages: readonly (PdfPageSource | readonly string[])[]
  /** Outline entries, all of one level; `page` counts from 1. */
  readonly outline?: readonly { readonly title: string; readonly page: number }[]
  /** The page tree's labels of pages, as the file writes them: `[0 << /S /r >> 2 << /S /D >>]`. */
  readonly labels?: string
  /** Unicode text (UTF-16) that a character code of the font stands for, beside its own. */
  readonly toUnicode?: Readonly<Record<number, string>>
  /** Encrypts with RC4, 40 bits, so that the password is needed to open. */
  readonly password?: string
}

/** The top line's baseline and the distance of lines, in points, so that tests can say where a line stands. */
export const PDF_LAYOUT = { left: 72, top: 720, leading: 16, fontSize: 12, width: 612, height: 792 } as const

// ISO 32000-1, 7.6.3.3: the padding of passwords.
const PASSWORD_PADDING = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
)
const FILE_ID = Buffer.from('0123456789abcdef0123456789abcdef', 'hex')
const PERMISSIONS = -4

const FONT = '/Font << /F1 3 0 R >>'

/** Makes a small, valid PDF with a cross-reference table. */
export function makePdf(source: PdfSource): Buffer {
  const writer = objectWriter(source.password === undefined ? null : encryption(source.password))
  const pages = source.pages.map((page): PdfPageSource => ('length' in page ? { lines: page } : page))
  // 1 catalog, 2 pages, 3 font, 4 ToUnicode, 5 info, then two per page, then the outline.
  const pageNumber = (index: number) => 6 + index * 2
  const outlineStart = 6 + pages.length * 2
  const outline = source.outline ?? []
  const annotations = pages.flatMap((page, index) =>
    (page.annotations ?? []).map((each) => ({ ...each, page: index })),
  )
  // Two objects each, behind the outline.
  const annotationStart = outlineStart + outline.length + 1
  const annotationsOf = (wanted: (each: PdfAnnotation & { readonly page: number }) => boolean) =>
    annotations
      .flatMap((each, index) => (wanted(each) ? [`${annotationStart + index * 2} 0 R`] : []))
      .join(' ')
  const fields = annotationsOf(({ kind }) => kind === 'Widget')
  const form =
    fields === '' ? '' : ` /AcroForm << /Fields [${fields}] /DR << ${FONT} >> /DA (/F1 0 Tf 0 g) >>`
  writer.add(
    1,
    `<< /Type /Catalog /Pages 2 0 R${outline.length > 0 ? ` /Outlines ${outlineStart} 0 R` : ''}${form}${source.labels === undefined ? '' : ` /PageLabels << /Nums ${source.labels} >>`} >>`,
  )
  const kids = pages.map((_page, index) => `${pageNumber(index)} 0 R`).join(' ')
  writer.add(2, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`)
  const unicode = source.toUnicode === undefined ? '' : ' /ToUnicode 4 0 R'
  writer.add(3, `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding${unicode} >>`)
  writer.addStream(4, '', toUnicodeMap(source.toUnicode ?? {}))
  writer.add(5, `<< /Title ${writer.string(5, utf16(source.title ?? ''))} >>`)
  pages.forEach((page, index) => {
    const box = (page.mediaBox ?? [0, 0, PDF_LAYOUT.width, PDF_LAYOUT.height]).join(' ')
    const number = pageNumber(index)
    const rotate = page.rotate === undefined ? '' : ` /Rotate ${page.rotate}`
    const annots =
      page.annotations === undefined ? '' : ` /Annots [${annotationsOf((each) => each.page === index)}]`
    writer.add(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [${box}]${rotate} /Resources << ${FONT} >> /Contents ${number + 1} 0 R${annots} >>`,
    )
    writer.addStream(number + 1, '', page.content ?? textContent(page.lines ?? []))
  })
  if (outline.length > 0) {
    const last = outlineStart + outline.length
    writer.add(
      outlineStart,
      `<< /Type /Outlines /First ${outlineStart + 1} 0 R /Last ${last} 0 R /Count ${outline.length} >>`,
    )
    outline.forEach((entry, index) => {
      const number = outlineStart + 1 + index
      const next = number < last ? ` /Next ${number + 1} 0 R` : ''
      const title = writer.string(number, utf16(entry.title))
      const destination = `[${pageNumber(entry.page - 1)} 0 R /Fit]`
      writer.add(number, `<< /Title ${title} /Parent ${outlineStart} 0 R${next} /Dest ${destination} >>`)
    })
  }
  for (const [index, each] of annotations.entries()) addAnnotation(writer, annotationStart + index * 2, each)
  return writer.finish()
}

function addAnnotation(writer: ReturnType<typeof objectWriter>, number: number, each: PdfAnnotation): void {
  const { kind, x, y, text, flags = 4, undrawn = false } = each
  const field = kind === 'Widget' ? `/FT /Tx /T (f${number}) /V (${text})` : `/Contents (${text})`
  const drawn = undrawn || kind === 'Link' ? '' : ` /AP << /N ${number + 1} 0 R >>`
  writer.add(
    number,
    `<< /Type /Annot /Subtype /${kind} ${field} /F ${flags} /DA (/F1 12 Tf 0 g) /Rect [${x} ${y} ${x + 150} ${y + 20}]${drawn} >>`,
  )
  writer.addStream(
    number + 1,
    `/Type /XObject /Subtype /Form /BBox [0 0 150 20] /Resources << ${FONT} >> `,
    `BT /F1 12 Tf 2 5 Td (${text}) Tj ET`,
  )
}

function textContent(lines: readonly string[]): string {
  const { left, top, leading, fontSize } = PDF_LAYOUT
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`)
  return `BT /F1 ${fontSize} Tf ${leading} TL ${left} ${top} Td\n${shown.join('\n')}\nET`
}

function toUnicodeMap(map: Readonly<Record<number, string>>): string {
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')
  const entries = Object.entries(map).map(
    ([code, text]) => `<${Number(code).toString(16).padStart(2, '0')}> <${hex(text)}>`,
  )
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '1 begincodespacerange <00> <ff> endcodespacerange',
    `${entries.length} beginbfchar`,
    ...entries,
    'endbfchar endcmap end end',
  ].join('\n')
}

function utf16(text: string): Buffer {
  return Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()])
}

type Encryption = { readonly key: Buffer; readonly owner: Buffer; readonly user: Buffer }

/** ISO 32000-1, algorithms 2, 3 and 4 for revision 2. */
function encryption(password: string): Encryption {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), PASSWORD_PADDING]).subarray(0, 32)
  const owner = rc4(md5(padded).subarray(0, 5), padded)
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(PERMISSIONS)
  const key = md5(Buffer.concat([padded, owner, permissions, FILE_ID])).subarray(0, 5)
  return { key, owner, user: rc4(key, PASSWORD_PADDING) }
}

function objectWriter(encrypt: Encryption | null) {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets = new Map<number, number>()
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  const seal = (number: number, data: Buffer): Buffer => {
    if (encrypt === null) return data
    const object = Buffer.from([number & 0xff, (number >> 8) & 0xff, (number >> 16) & 0xff, 0, 0])
    return rc4(md5(Buffer.concat([encrypt.key, object])).subarray(0, 10), data)
  }
  const write = (number: number, ...body: Buffer[]) => {
    offsets.set(number, length())
    parts.push(Buffer.from(`${number} 0 obj\n`), ...body, Buffer.from('\nendobj\n'))
  }
  return {
    string: (number: number, data: Buffer) => `<${seal(number, data).toString('hex')}>`,
    add: (number: number, body: string) => write(number, Buffer.from(body, 'latin1')),
    addStream(number: number, dictionary: string, content: string) {
      const data = seal(number, Buffer.from(content, 'latin1'))
      write(
        number,
        Buffer.from(`<< /Length ${data.length} ${dictionary}>>\nstream\n`),
        data,
        Buffer.from('\nendstream'),
      )
    },
    finish(): Buffer {
      let size = Math.max(...offsets.keys()) + 1
      let security = ''
      if (encrypt !== null) {
        const keys = `/O <${encrypt.owner.toString('hex')}> /U <${encrypt.user.toString('hex')}>`
        offsets.set(size, length())
        parts.push(
          Buffer.from(`${size} 0 obj\n<< /Filter /Standard /V 1 /R 2 ${keys} /P ${PERMISSIONS} >>\nendobj\n`),
        )
        security = ` /Encrypt ${size} 0 R`
        size++
      }
      const start = length()
      const rows = Array.from({ length: size - 1 }, (_, index) => offsets.get(index + 1) ?? 0)
        .map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
        .join('')
      const id = FILE_ID.toString('hex')
      const trailer = `<< /Size ${size} /Root 1 0 R /Info 5 0 R /ID [<${id}> <${id}>]${security} >>`
      parts.push(
        Buffer.from(
          `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`,
        ),
      )
      return Buffer.concat(parts)
    },
  }
}

function md5(data: Buffer): Buffer {
  return createHash('md5').update(data).digest()
}

/** RC4 by hand: current OpenSSL no longer offers it. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number) => state[index & 0xff] ?? 0
  const swap = (a: number, b: number) => {
    const kept = at(a)
    state[a & 0xff] = at(b)
    state[b & 0xff] = kept
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 0xff
    swap(i, j)
  }
  const output = Buffer.alloc(data.length)
  for (let index = 0, i = 0, j = 0; index < data.length; index++) {
    i = (i + 1) & 0xff
    j = (j + at(i)) & 0xff
    swap(i, j)
    output[index] = (data[index] ?? 0) ^ at(at(i) + at(j))
  }
  return output
}
