const readable = new Set(
  'pdf md markdown mdown mkd mdx html htm xhtml txt text log rst org adoc tex csv tsv'.split(' '),
)

/** Whether a file in a folder is taken into the library, by its name; one that is named itself is judged by its content. */
export function hasReadableName(name: string): boolean {
  const dot = name.lastIndexOf('.')
  return dot > 0 && readable.has(name.slice(dot + 1).toLowerCase())
}
