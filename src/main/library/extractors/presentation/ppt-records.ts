/** The records that are read, by their types (MS-PPT, 2.13.24; those of drawings MS-ODRAW, 2.2). */
export const RECORD = {
  document: 0x03e8,
  slide: 0x03ee,
  slideAtom: 0x03ef,
  notes: 0x03f0,
  slidePersistAtom: 0x03f3,
  documentInfo: 0x07d0,
  drawing: 0x040c,
  roundTripPlaceholderAtom: 0x0420,
  placeholderAtom: 0x0bc3,
  outlineTextRefAtom: 0x0f9e,
  textHeaderAtom: 0x0f9f,
  textCharsAtom: 0x0fa0,
  styleTextPropAtom: 0x0fa1,
  textBytesAtom: 0x0fa8,
  laterStylesAtom: 0x0fac,
  laterOutline: 0x0fae,
  laterOutlineHeader: 0x0faf,
  string: 0x0fba,
  slideNumberSign: 0x0fd8,
  slideListWithText: 0x0ff0,
  userEditAtom: 0x0ff5,
  dateTimeSign: 0x0ff7,
  genericDateSign: 0x0ff8,
  headerSign: 0x0ff9,
  footerSign: 0x0ffa,
  rtfDateTimeSign: 0x1015,
  programTags: 0x1388,
  tagData: 0x138b,
  persistDirectoryAtom: 0x1772,
  comment: 0x2ee0,
  shapeGroup: 0xf003,
  shape: 0xf004,
  shapeAtom: 0xf00a,
  shapeProperties: 0xf00b,
  clientTextbox: 0xf00d,
  childAnchor: 0xf00f,
  clientData: 0xf011,
  tertiaryProperties: 0xf122,
} as const

/** What a record is, and what is in it. */
export interface PptRecord {
  readonly type: number
  readonly instance: number
  /** Whether it consists of records. */
  readonly isContainer: boolean
  readonly body: Buffer
  /** Where what follows it begins, in the bytes that it was found in. */
  readonly end: number
}

const HEADER_BYTES = 8
/** The version that containers have. */
const CONTAINER = 0xf

/**
 * Reads the record that begins at a place (MS-PPT, 2.3.1). One that leaves what it is in is damaged, or the file has lost
 * its end: a container is then read as far as it is there, anything else is no record.
 */
export function recordAt(bytes: Buffer, at: number): PptRecord | null {
  if (at < 0 || at + HEADER_BYTES > bytes.length) return null
  const versionAndInstance = bytes.readUInt16LE(at)
  const isContainer = (versionAndInstance & 0xf) === CONTAINER
  const end = at + HEADER_BYTES + bytes.readUInt32LE(at + 4)
  if (end > bytes.length && !isContainer) return null
  return {
    type: bytes.readUInt16LE(at + 2),
    instance: versionAndInstance >> 4,
    isContainer,
    body: bytes.subarray(at + HEADER_BYTES, end),
    end: Math.min(end, bytes.length),
  }
}

/** The records that follow each other in some bytes, as far as they are whole. */
export function* recordsIn(bytes: Buffer): Generator<PptRecord> {
  for (let at = 0, record = recordAt(bytes, at); record !== null; record = recordAt(bytes, at)) {
    yield record
    at = record.end
  }
}

/** The first record of a type in a container. */
export function childOf(parent: PptRecord, type: number): PptRecord | null {
  if (!parent.isContainer) return null
  for (const record of recordsIn(parent.body)) if (record.type === type) return record
  return null
}
