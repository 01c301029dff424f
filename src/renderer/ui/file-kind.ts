import { hasReadableName } from '../../shared/readable-names'

/** What a file holds whose text is not shown, by its name; `readable` is named like text. */
export type FileKind = 'image' | 'audio' | 'video' | 'archive' | 'document' | 'program' | 'readable' | 'other'

const kinds: readonly (readonly [FileKind, readonly string[]])[] = [
  ['image', ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg', 'bmp', 'tif', 'tiff', 'heic', 'avif', 'ico']],
  ['audio', ['mp3', 'wav', 'flac', 'ogg', 'm4a', 'aac', 'opus']],
  ['video', ['mp4', 'mov', 'mkv', 'webm', 'avi', 'm4v']],
  ['archive', ['zip', 'gz', 'tgz', 'tar', '7z', 'rar', 'xz', 'bz2', 'zst']],
  [
    'document',
    'pdf docx docm doc dot pptx pptm ppt pps xlsx xlsm xls xlt odt ods odp epub rtf msg'.split(' '),
  ],
  ['program', ['exe', 'dll', 'so', 'dylib', 'bin', 'app', 'msi', 'deb', 'rpm', 'jar', 'wasm']],
]

/** The kind of a file whose text is not shown; the name may be a path. */
export function fileKind(name: string): FileKind {
  const [ownName = ''] = /[^/\\]*$/.exec(name) ?? []
  const extension = /\.([^.]+)$/.exec(ownName)?.[1]?.toLowerCase() ?? ''
  const known = kinds.find(([, extensions]) => extensions.includes(extension))?.[0]
  return known ?? (hasReadableName(ownName) ? 'readable' : 'other')
}
