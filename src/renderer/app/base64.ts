/** The bytes of a file as base64. */
export function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/u, ''))
    reader.readAsDataURL(file)
  })
}

/** The bytes that base64 stands for; one by one, which takes a twentieth of the time that walking its characters does. */
export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  const characters = atob(base64)
  const bytes = new Uint8Array(characters.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at)
  return bytes
}
