import { CalculatorIcon, Clock, Type } from 'lucide-react'
import { defineTexts, formatNumber } from '../../renderer/text/language'
import { CodeBlock } from '../../renderer/ui/code-block'
import { KeyValues } from '../../renderer/ui/key-values'
import { bindToolViews } from '../../renderer/ui/tool-view'
import utilitiesModule from './module'
import { german } from './views-titles'

const text = defineTexts(
  {
    askingTime: 'Looking at the clock',
    time: (time: string, zone: string) => `It is ${time} (${zone})`,
    calculating: (expression: string) => `Calculating ${expression}`,
    calculated: (expression: string, result: string) => `${expression} = ${result}`,
    transforming: (operation: string) => `Transforming text: ${operation}`,
    transformed: (operation: string, characters: string) =>
      `Transformed text: ${operation}, ${characters} characters`,
    date: 'Date',
    clock: 'Time',
    weekday: 'Weekday',
    zone: 'Time zone',
    week: 'Week',
    characters: 'Characters',
    words: 'Words',
    lines: 'Lines',
    bytes: 'Bytes',
  },
  {
    askingTime: 'Sieht auf die Uhr',
    time: (time, zone) => `Es ist ${time} (${zone})`,
    calculating: (expression) => `Rechnet ${expression}`,
    calculated: (expression, result) => `${expression} = ${result}`,
    transforming: (operation) => `Formt Text um: ${operation}`,
    transformed: (operation, characters) => `Text umgeformt: ${operation}, ${characters} Zeichen`,
    date: 'Datum',
    clock: 'Uhrzeit',
    weekday: 'Wochentag',
    zone: 'Zeitzone',
    week: 'Woche',
    characters: 'Zeichen',
    words: 'Wörter',
    lines: 'Zeilen',
    bytes: 'Bytes',
  },
)

export default bindToolViews(utilitiesModule, german, {
  get_current_time: {
    icon: Clock,
    doing: () => text().askingTime,
    done: ({ output }) =>
      output ? text().time(`${output.date} ${output.time.slice(0, 5)}`, output.time_zone) : text().askingTime,
    Result: ({ output }) => (
      <KeyValues
        items={[
          { label: text().date, value: output.date },
          { label: text().clock, value: `${output.time} (${output.utc_offset})` },
          { label: text().weekday, value: output.weekday },
          { label: text().zone, value: output.time_zone },
          { label: text().week, value: String(output.week) },
        ]}
      />
    ),
  },
  calculate: {
    icon: CalculatorIcon,
    doing: ({ input }) => text().calculating(input?.expression ?? ''),
    done: ({ input, output }) =>
      output
        ? text().calculated(output.expression, output.result)
        : text().calculating(input?.expression ?? ''),
    Result: ({ output }) => <CodeBlock code={`${output.expression}\n= ${output.result}`} />,
  },
  transform_text: {
    icon: Type,
    doing: ({ input }) => text().transforming(operationName(input?.operation)),
    done: ({ output }) =>
      text().transformed(operationName(output?.operation), formatNumber(output?.counts.characters ?? 0)),
    Result: ({ output }) => (
      <>
        {output.operation !== 'count' && <CodeBlock code={output.result} />}
        <KeyValues
          items={[
            { label: text().characters, value: formatNumber(output.counts.characters) },
            { label: text().words, value: formatNumber(output.counts.words) },
            { label: text().lines, value: formatNumber(output.counts.lines) },
            { label: text().bytes, value: formatNumber(output.counts.bytes) },
          ]}
        />
      </>
    ),
  },
})

function operationName(operation: string | undefined): string {
  return (operation ?? '').replaceAll('_', ' ')
}
