export { neutralised, numberCell, restored, textCell } from './cells.js';
export { type Delimiter } from './sniff.js';
export { type TableFlaw, type TableOptions, TableReader, type TableRow } from './table-reader.js';
