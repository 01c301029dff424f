/** Hands a text, or the parts of a file, to the browser as a file to be saved. */
export function saveFile(name: string, type: string, content: string | readonly Blob[]): void {
  const address = URL.createObjectURL(
    new Blob(typeof content === 'string' ? [content] : [...content], { type }),
  )
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has its own hold of the content once it has begun.
  setTimeout(() => URL.revokeObjectURL(address))
}
