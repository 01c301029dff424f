/** What spreadsheets call a cell, by its row and column counted from 0: "B12". */
export function cellName(row: number, column: number): string {
  let name = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name
  }
  return `${name}${row + 1}`
}
