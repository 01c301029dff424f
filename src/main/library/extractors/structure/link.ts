/** Words with the address that they lead to, as Markdown; only whole web and mail addresses lead anywhere. */
export function linked(words: string, address: string): string {
  const target = address.trim()
  const shown = words.trim()
  if (shown === '' || shown === target || !isWholeAddress(target)) return words
  return `[${words}](${target})`
}

/** Whether an address leads somewhere from everywhere; a relative one leads nowhere outside its site. */
export function isWholeAddress(address: string): boolean {
  return /^(?:https?:|mailto:)[^\s()<>]+$/i.test(address)
}
