import { Eye, FilePenLine, FilePlus2, type LucideIcon, Replace, Trash2 } from 'lucide-react'
import type { ToolClass } from '../../shared/tool/classes'
import { Badge } from './badge'
import type { Tone } from './tone'
import { useWords } from './words'

/** Icon and colour of each tool class. */
const classLook: Readonly<Record<ToolClass, { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  read: { icon: Eye, tone: 'neutral' },
  safe_create: { icon: FilePlus2, tone: 'success' },
  safe_update: { icon: FilePenLine, tone: 'info' },
  destructive_update: { icon: Replace, tone: 'warning' },
  destructive_delete: { icon: Trash2, tone: 'danger' },
}

/** A tool's class by icon, word and colour. */
export function ClassBadge({ toolClass }: { readonly toolClass: ToolClass }) {
  const { icon, tone } = classLook[toolClass]
  return (
    <Badge tone={tone} icon={icon}>
      {useWords().classes[toolClass]}
    </Badge>
  )
}
