/**
 * The cases that every adapter of a port passes. `title`: the port and the adapter, `documents in MongoDB`. What stands in
 * here is counted at the end of `npm test` (scripts/conformance-reporter.mjs).
 */
export const conformance = (title: string, cases: () => void): void => {
  describe('conformance', () => {
    describe(title, cases);
  });
};
