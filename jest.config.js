/** One jest for the whole repository: specs and conformance beside the sources, the black box in test/. */
const packages = {
  '^fast-check$': '<rootDir>/scripts/seeded-fast-check.js',
  '^(\\.{1,2}/.*)\\.js$': '$1',
  '^@cairn/contracts$': '<rootDir>/contracts/src/index.ts',
  '^@cairn/client$': '<rootDir>/contracts/client/src/index.ts',
  '^@cairn/generate$': '<rootDir>/contracts/generate/src/index.ts',
  '^@cairn/kernel/testkit$': '<rootDir>/services/kernel/src/testkit/index.ts',
  '^@cairn/(kernel|identity|datasets)$': '<rootDir>/services/$1/src/index.ts',
  '^@cairn/gateway$': '<rootDir>/gateway/src/index.ts',
  '^@cairn/engines/eventstoredb-double$': '<rootDir>/deploy/engines/src/eventstoredb-double/index.ts',
  '^@cairn/(edge|one-machine|cluster|engines)$': '<rootDir>/deploy/$1/src/index.ts',
};

const shared = {
  rootDir: __dirname,
  testEnvironment: 'node',
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, sourceMaps: 'inline' },
    ],
  },
  moduleNameMapper: packages,
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
};

module.exports = {
  projects: [
    {
      ...shared,
      displayName: 'specs',
      testMatch: ['<rootDir>/{contracts,services,gateway,deploy}/**/*.spec.ts'],
    },
    { ...shared, displayName: 'black box', testMatch: ['<rootDir>/test/**/*.spec.ts'] },
  ],
  maxWorkers: 2,
  testTimeout: 120_000,
};
