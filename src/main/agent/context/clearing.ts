import type { ToolResult } from '../../../shared/tool/result'

/** Results up to this length stay (characters): what stands in their place is hardly shorter. */
const shortResult = 400

/** Whether leaving a result out makes room. What a person decided stays: it is short, and no tool tells it again. */
export function isWorthClearing({ content, images = [] }: ToolResult): boolean {
  return content.length > shortResult || images.length > 0
}
