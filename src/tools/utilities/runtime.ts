import type { ModuleRuntime } from '../../shared/tool/runtime'
import type utilitiesModule from './module'
import { calculate } from './runtime/calculate'
import { describeTime } from './runtime/current-time'
import { countText, transformText } from './runtime/transform-text'

/** Small exact tools; the clock is handed in. */
export default ({ now }: { readonly now: () => Date }): ModuleRuntime<typeof utilitiesModule> => ({
  get_current_time: {
    async run(input) {
      const state = describeTime(now(), input.time_zone)
      return {
        content: `${state.weekday}, ${state.date} ${state.time} (${state.time_zone}, UTC${state.utc_offset}), week ${state.week}. ISO: ${state.iso}`,
        state,
      }
    },
  },
  calculate: {
    async run(input) {
      const state = await calculate(input.expression)
      return { content: `${state.expression} = ${state.result}`, state }
    },
  },
  transform_text: {
    async run(input) {
      const result = transformText(input.text, input.operation)
      const counts = countText(input.operation === 'count' ? input.text : result)
      return {
        content: result === '' ? 'The result is empty.' : result,
        state: { operation: input.operation, result, counts },
      }
    },
  },
})
