import { attempt } from '../../stores/toasts'
import { saveFile } from '../../ui/save-file'

/** Saves what main exported as a file. */
export async function saveExport(
  exported: Promise<{ readonly name: string; readonly text: string }>,
): Promise<void> {
  const file = await attempt(exported)
  if (file !== undefined) saveFile(file.name, 'application/json', file.text)
}
