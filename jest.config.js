const { folders, jsc, nameOf } = require('./scripts/packages.cjs');

/** One jest for the whole repository: specs and conformance beside the sources, the black box in test/. */
const packages = {
  '^fast-check$': '<rootDir>/scripts/seeded-fast-check.js',
  '^(\\.{1,2}/.*)\\.js$': '$1',
  '^@cairn/(kernel|assets)/testkit$': '<rootDir>/services/$1/src/testkit/index.ts',
  '^@cairn/kernel/reading$': '<rootDir>/services/kernel/src/processes/reading.ts',
  '^@cairn/engines/eventstoredb-double$': '<rootDir>/deploy/engines/src/eventstoredb-double/index.ts',
  ...Object.fromEntries(folders.map((folder) => [`^${nameOf(folder)}$`, `<rootDir>/${folder}/src/index.ts`])),
};

const shared = {
  rootDir: __dirname,
  cacheDirectory: `${__dirname}/node_modules/.cache/jest`,
  testEnvironment: 'node',
  setupFilesAfterEnv: ['<rootDir>/scripts/patient-hooks.cjs'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc,
        module: { type: 'commonjs', lazy: true },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: packages,
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.stryker/'],
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
  // What specs leave behind in a worker grows to gigabytes, which collections of garbage then go over.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 120_000,
};
