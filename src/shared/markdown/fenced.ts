/** A text as a block of code of Markdown, whatever is in it: the fence is longer than any run of its marks. */
export function fenced(text: string, language = ''): string {
  // One after the other: there may be more runs than a call takes arguments.
  const longest = (text.match(/`+/gu) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
