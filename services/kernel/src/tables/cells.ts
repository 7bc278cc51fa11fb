const FORMULA = /^'*[=+\-@\t\r]/;
const NEUTRALISED = /^'+[=+\-@\t\r]/;

/** As numbers are written: a spreadsheet makes nothing else of them. */
const NUMBER = /^-(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Text that a spreadsheet would run gets one `'` before it; a number runs nothing (SPEC-15; S28). */
export const neutralised = (text: string): string =>
  FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;

/** Takes off what `neutralised` put there: right for tables that Cairn wrote, and for no others. */
export const restored = (text: string): string => (NEUTRALISED.test(text) ? text.slice(1) : text);

const QUOTED = /[",;|\t\r\n]|^\s|\s$/;

/** A cell of a text column by RFC 4180, neutralised. */
export const textCell = (text: string | undefined): string => {
  if (text === undefined || text === '') return '';
  const cell = neutralised(text);
  return QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
};

/** A cell of a column of numbers, which no spreadsheet takes for a formula. */
export const numberCell = (value: number | undefined): string => (value === undefined ? '' : String(value));
