const documents =
  'pdf docx docm doc dot pptx pptm ppt pps xlsx xlsm xls xlt odt ods odp epub fb2 rtf eml msg mbox mhtml mht ics ' +
  'json jsonl ndjson geojson ipynb csv tsv tab md markdown mdown mkd mdx html htm xhtml txt text log rst org adoc tex srt vtt'

/** Name endings of program source, configuration and markup that is read line by line. */
export const sourceEndings: ReadonlySet<string> = new Set(
  (
    'bash bat c cc clj cmake conf cpp cs css cxx dart diff ex exs f90 go gradle graphql groovy h hpp hs ini java jl js ' +
    'jsx kt kts less lisp lua m mjs ml patch php pl pm properties proto ps1 py r rb rs sass scala scss sh sql svelte ' +
    'swift tcl toml ts tsx vb vim vue xml xsd xsl yaml yml zig zsh'
  ).split(' '),
)

const readable = new Set([...documents.split(' '), ...sourceEndings])

/** Names without an ending under which text usually stands, in lower case. */
const plainNames = new Set(
  (
    'authors changelog changes contributing contributors copying credits dockerfile gemfile history install justfile ' +
    'licence license makefile news notice procfile rakefile readme todo'
  ).split(' '),
)

/** Folders that programs fill: packages, compiled files, what an archiver adds. */
const programFolders = new Set(['node_modules', '__pycache__', '__MACOSX'])

/** Whether what is in a folder under this name is passed over without a word: it is hidden, or a program's own. */
export function isPassedOver(name: string): boolean {
  return name.startsWith('.') || programFolders.has(name)
}

const pictures = new Set('png jpg jpeg jpe jfif gif webp'.split(' '))

/**
 * Whether a file in a folder is taken into the library, by its name; one that is named itself is judged by its content.
 * Pictures are taken where the text in them is read.
 */
export function hasReadableName(name: string, withPictures = false): boolean {
  return (
    readable.has(endingOf(name)) ||
    plainNames.has(name.toLowerCase()) ||
    (withPictures && hasPictureName(name))
  )
}

/** Whether a file is a picture whose text can be read, by its name. */
export function hasPictureName(name: string): boolean {
  return pictures.has(endingOf(name))
}

/** Whether a file is an archive of other files that can be opened, by its name. */
export function hasArchiveName(name: string): boolean {
  return endingOf(name) === 'zip'
}

/** Lower case, without the dot; empty for a name that has none or is nothing else. */
function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}
