/** What a file that is not text holds, by its name. */
export type FileKind = 'image' | 'audio' | 'video' | 'archive' | 'document' | 'program' | 'other'

const kinds: readonly (readonly [FileKind, readonly string[]])[] = [
  ['image', ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg', 'bmp', 'tif', 'tiff', 'heic', 'avif', 'ico']],
  ['audio', ['mp3', 'wav', 'flac', 'ogg', 'm4a', 'aac', 'opus']],
  ['video', ['mp4', 'mov', 'mkv', 'webm', 'avi', 'm4v']],
  ['archive', ['zip', 'gz', 'tgz', 'tar', '7z', 'rar', 'xz', 'bz2', 'zst']],
  ['document', ['pdf', 'docx', 'doc', 'xlsx', 'xls', 'pptx', 'ppt', 'odt', 'ods', 'odp', 'epub']],
  ['program', ['exe', 'dll', 'so', 'dylib', 'bin', 'app', 'msi', 'deb', 'rpm', 'jar', 'wasm']],
]

/** The kind of a file that is not text. */
export function fileKind(name: string): FileKind {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return kinds.find(([, extensions]) => extensions.includes(extension))?.[0] ?? 'other'
}
