import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'
import { docx, paragraph } from '../../../../../tests/support/office-parts'

const extract = setUpExtraction()

describe('an archive', () => {
  const whole = docx(paragraph('words '.repeat(50)) + paragraph('the last'))

  it('is read with bytes behind its end, as mail programs and copies leave them', async () => {
    for (const more of ['\n', 'PK\x05\x06', 'words '.repeat(9000)]) {
      const { text } = await extract(Buffer.concat([whole, Buffer.from(more)]), 'a.docx')
      expect(text).toContain('the last')
    }
  })

  it('is read with a comment, and with bytes behind the comment', async () => {
    const comment = Buffer.from('made by PK\x05\x06 a test')
    const commented = Buffer.concat([whole, comment])
    commented.writeUInt16LE(comment.length, whole.length - 2)
    expect((await extract(Buffer.concat([commented, Buffer.from('\r\n')]), 'a.docx')).text).toContain(
      'the last',
    )
    const plain = Buffer.concat([whole, Buffer.from('made by a test')])
    plain.writeUInt16LE('made by a test'.length, whole.length - 2)
    expect((await extract(plain, 'a.docx')).text).toContain('the last')
  })

  it('without an end is refused, wherever it was cut off', async () => {
    for (const missing of [1, 2, 21, 22, 40]) {
      await expect(extract(whole.subarray(0, -missing), 'a.docx')).rejects.toMatchObject({ code: 'corrupt' })
    }
    await expect(extract(Buffer.from('PK\x03\x04'), 'a.docx')).rejects.toMatchObject({ code: 'corrupt' })
  })
})
