/** Jest as Stryker runs it: the specs of the gate among those that `scripts/mutation.mjs` names, in the copy that Stryker makes. */
const { join } = require('node:path');
const [specs] = require('../jest.config.js').projects;

module.exports = {
  ...specs,
  rootDir: join(__dirname, '..'),
  testMatch: JSON.parse(process.env['CAIRN_MUTATION_SPECS'] ?? '[]'),
  testPathIgnorePatterns: [
    ...(specs.testPathIgnorePatterns ?? []),
    String.raw`\.(engine|timing|fault)\.spec\.ts$`,
  ],
};
