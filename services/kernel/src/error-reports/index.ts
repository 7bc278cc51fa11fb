export { openErrorReports, type ErrorReportsOptions } from './counted-errors.js';
export { errorCount, errorCounts } from './counts.js';
export { errorKind } from './error-kind.js';
export { noErrorReports } from './none.js';
export * from './port.js';
