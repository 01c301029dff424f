/** Base64 without the signs at its end; a pattern would try each of them anew in a text that is full of them. */
export function withoutPadding(base64: string): string {
  let end = base64.length
  while (base64[end - 1] === '=') end -= 1
  return base64.slice(0, end)
}
