const documents =
  'pdf docx docm pptx pptm xlsx xlsm odt ods odp epub rtf eml mbox json jsonl ndjson geojson csv tsv tab md markdown ' +
  'mdown mkd mdx html htm xhtml txt text log rst org adoc tex'

/** Name endings of program source, configuration and markup that is read line by line. */
export const sourceEndings: ReadonlySet<string> = new Set(
  (
    'bash bat c cc clj cmake conf cpp cs css cxx dart diff ex exs f90 go gradle graphql groovy h hpp hs ini java jl js ' +
    'jsx kt kts less lisp lua m mjs ml patch php pl pm properties proto ps1 py r rb rs sass scala scss sh sql svelte ' +
    'swift tcl toml ts tsx vb vim vue xml xsd xsl yaml yml zig zsh'
  ).split(' '),
)

const readable = new Set([...documents.split(' '), ...sourceEndings])

/** Whether a file in a folder is taken into the library, by its name; one that is named itself is judged by its content. */
export function hasReadableName(name: string): boolean {
  const dot = name.lastIndexOf('.')
  return dot > 0 && readable.has(name.slice(dot + 1).toLowerCase())
}
