import type { ErrorReports } from './port.js';

/** For a process that reports none: what is noted is gone. */
export const noErrorReports: ErrorReports = {
  note: () => undefined,
  flush: async () => undefined,
  dropped: 0,
  close: async () => undefined,
};
