const { readdirSync, readFileSync, existsSync } = require('node:fs');

/** One jest for the whole repository: specs and conformance beside the sources, the black box in test/. */
const folders = [
  'contracts',
  'contracts/client',
  'contracts/generate',
  'gateway',
  ...within('services'),
  ...within('deploy'),
];
const packages = {
  '^fast-check$': '<rootDir>/scripts/seeded-fast-check.js',
  '^(\\.{1,2}/.*)\\.js$': '$1',
  '^@cairn/(kernel|assets)/testkit$': '<rootDir>/services/$1/src/testkit/index.ts',
  '^@cairn/engines/eventstoredb-double$': '<rootDir>/deploy/engines/src/eventstoredb-double/index.ts',
  ...Object.fromEntries(folders.map((folder) => [`^${nameOf(folder)}$`, `<rootDir>/${folder}/src/index.ts`])),
};

function within(folder) {
  return readdirSync(`${__dirname}/${folder}`)
    .map((name) => `${folder}/${name}`)
    .filter((path) => existsSync(`${__dirname}/${path}/package.json`));
}

function nameOf(folder) {
  return JSON.parse(readFileSync(`${__dirname}/${folder}/package.json`, 'utf8')).name;
}

const shared = {
  rootDir: __dirname,
  cacheDirectory: `${__dirname}/node_modules/.cache/jest`,
  testEnvironment: 'node',
  setupFilesAfterEnv: ['<rootDir>/scripts/patient-hooks.cjs'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
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
  testTimeout: 120_000,
};
