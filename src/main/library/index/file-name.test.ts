import { expect, it } from 'vitest'
import { fileNameText } from './file-name'

it.each([
  ['/home/ada/Manuals/OctaveUserGuide_v9.pdf', 'Octave User Guide_v9'],
  ['C:\\Users\\ada\\HTTPServer.config.md', 'HTTP Server.config'],
  ['/archive.zip/inner/übersichtÄrzte2018.docx', 'übersicht Ärzte2018'],
  ['/home/ada/README', 'README'],
  ['/home/ada/.profile', '.profile'],
  ['https://example.org/guides/install.html', ''],
  ['pasted', ''],
  ['', ''],
])('the name of %s reads as "%s"', (source, text) => {
  expect(fileNameText(source)).toBe(text)
})
