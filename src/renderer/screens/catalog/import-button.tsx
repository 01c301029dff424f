import { Download } from 'lucide-react'
import { attempt } from '../../stores/toasts'
import { Button } from '../../ui/button'
import { fileFromBrowser } from '../file-from-browser'

/** Makes one from a file that was exported. */
export function ImportButton({
  mostBytes,
  words,
  take,
}: {
  readonly mostBytes: number
  readonly words: { readonly import: string; readonly fileLarge: (size: string) => string }
  /** Is given the file's text; where that fails it is told. */
  readonly take: (text: string) => Promise<unknown>
}) {
  const choose = async () => {
    const file = await fileFromBrowser('.json,application/json', mostBytes, words.fileLarge)
    if (file !== null) await attempt(file.text().then(take))
  }
  return (
    <Button icon={Download} onClick={() => void choose()}>
      <span className="wide-only">{words.import}</span>
    </Button>
  )
}
