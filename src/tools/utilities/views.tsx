import { CalculatorIcon, Clock, Type } from 'lucide-react'
import { count, currentLocale, defineTexts, formatNumber } from '../../renderer/text/language'
import { CodeBlock } from '../../renderer/ui/code-block'
import { KeyValues } from '../../renderer/ui/key-values'
import { bindToolViews } from '../../renderer/ui/tool-view'
import { dateFormat } from '../../shared/formatters'
import utilitiesModule, { type TextOperation } from './module'
import * as titles from './titles'

const text = defineTexts(
  {
    askingTime: 'Looking at the clock',
    time: (time: string, zone: string) => `It is ${time} (${zone})`,
    calculating: (expression = '') => `Calculating ${expression}`.trim(),
    calculated: (expression: string, result: string) => `${expression} = ${result}`,
    transforming: (operation?: string) =>
      operation === undefined ? 'Transforming text' : `Transforming text: ${operation}`,
    transformed: (operation: string, characters: number) =>
      `Transformed text: ${operation}, ${count(characters, 'character', 'characters')}`,
    operations: {
      upper_case: 'upper case',
      lower_case: 'lower case',
      title_case: 'title case',
      snake_case: 'snake_case',
      kebab_case: 'kebab-case',
      camel_case: 'camelCase',
      trim_lines: 'lines trimmed',
      sort_lines: 'lines sorted',
      unique_lines: 'each line once',
      reverse_lines: 'lines reversed',
      count: 'counted',
      base64_encode: 'to Base64',
      base64_decode: 'from Base64',
      url_encode: 'to URL form',
      url_decode: 'from URL form',
      json_format: 'JSON formatted',
      json_minify: 'JSON minified',
      sha256: 'SHA-256',
    } satisfies Record<TextOperation, string>,
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
    calculating: (expression = '') => `Rechnet ${expression}`.trim(),
    calculated: (expression, result) => `${expression} = ${result}`,
    transforming: (operation) => (operation === undefined ? 'Formt Text um' : `Formt Text um: ${operation}`),
    transformed: (operation, characters) =>
      `Text umgeformt: ${operation}, ${count(characters, 'Zeichen', 'Zeichen')}`,
    operations: {
      upper_case: 'Großbuchstaben',
      lower_case: 'Kleinbuchstaben',
      title_case: 'Wörter groß',
      snake_case: 'snake_case',
      kebab_case: 'kebab-case',
      camel_case: 'camelCase',
      trim_lines: 'Ränder der Zeilen entfernt',
      sort_lines: 'Zeilen sortiert',
      unique_lines: 'jede Zeile einmal',
      reverse_lines: 'Zeilen umgekehrt',
      count: 'gezählt',
      base64_encode: 'nach Base64',
      base64_decode: 'von Base64',
      url_encode: 'in URL-Form',
      url_decode: 'aus URL-Form',
      json_format: 'JSON formatiert',
      json_minify: 'JSON verkürzt',
      sha256: 'SHA-256',
    },
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

export default bindToolViews(utilitiesModule, titles, {
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
          { label: text().weekday, value: weekdayOf(output) },
          { label: text().zone, value: output.time_zone },
          { label: text().week, value: String(output.week) },
        ]}
      />
    ),
  },
  calculate: {
    icon: CalculatorIcon,
    doing: ({ input }) => text().calculating(input?.expression),
    done: ({ input, output }) =>
      output ? text().calculated(output.expression, output.result) : text().calculating(input?.expression),
    Result: ({ output }) => <CodeBlock code={`${output.expression}\n= ${output.result}`} />,
  },
  transform_text: {
    icon: Type,
    doing: ({ input }) => text().transforming(input && text().operations[input.operation]),
    done: ({ output }) =>
      output
        ? text().transformed(text().operations[output.operation], output.counts.characters)
        : text().transforming(),
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

/** In the language in use: the tool tells models in English. */
function weekdayOf({ date, weekday }: { readonly date: string; readonly weekday: string }): string {
  const day = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(day)) return weekday
  return dateFormat(currentLocale(), { weekday: 'long', timeZone: 'UTC' }).format(day)
}
