import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const noImport = (...patterns) => ({
  '@typescript-eslint/no-restricted-imports': [
    'error',
    { patterns: patterns.map(([group, message]) => ({ group, message })) },
  ],
});
const drivers = [
  'libsql',
  'express',
  'kafkajs',
  '@eventstore/*',
  'mongodb',
  'neo4j-driver',
  'node:*',
  'pino',
  'busboy',
];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.nx/**'] },
  js.configs.recommended,
  {
    // A stranger's text decides how long an expression takes: none may take more than its length (S11, S29).
    files: ['{contracts,services,gateway,deploy}/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    // Patterns of schemas are expressions like all others: written as such, so that the rules above see them.
    files: ['{contracts,gateway}/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "Property[key.name='pattern'] > :matches(Literal, TemplateLiteral)",
          message: 'Write the pattern as an expression: /…/.source.',
        },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { project: './tsconfig.check.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 50 }],
      complexity: ['error', 8],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true, allow: [{ from: 'lib', name: 'BigInt' }] },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
    },
  },
  {
    files: ['**/*.spec.ts', '**/conformance.ts', 'test/**/*.ts', 'services/kernel/src/testkit/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-meaningless-void-operator': 'off',
    },
  },
  {
    files: ['contracts/src/**/*.ts'],
    rules: noImport([[...drivers, '@cairn/*'], 'contracts are data: no behaviour, no I/O, no other package']),
  },
  {
    files: ['services/kernel/src/**/*.ts'],
    rules: noImport([
      [
        '@cairn/identity',
        '@cairn/datasets',
        '@cairn/gateway',
        '@cairn/edge',
        '@cairn/one-machine',
        '@cairn/cluster',
      ],
      'the kernel knows no service',
    ]),
  },
  {
    files: ['services/kernel/src/domain/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: noImport(
      [
        [
          'libsql',
          'express',
          'kafkajs',
          '@eventstore/*',
          'mongodb',
          'neo4j-driver',
          'pino',
          'busboy',
          'node:fs*',
          'node:net',
          'node:http*',
        ],
        'the domain knows no driver',
      ],
      [
        [
          '@cairn/identity',
          '@cairn/datasets',
          '@cairn/gateway',
          '@cairn/edge',
          '@cairn/one-machine',
          '@cairn/cluster',
        ],
        'the kernel knows no service',
      ],
    ),
  },
  ...['identity', 'datasets'].map((service) => ({
    files: [`services/${service}/src/**/*.ts`],
    rules: noImport([
      [
        ...['identity', 'datasets'].filter((other) => other !== service).map((other) => `@cairn/${other}`),
        '@cairn/gateway',
        '@cairn/edge',
        '@cairn/one-machine',
        '@cairn/cluster',
      ],
      'a service knows no other service and not the gateway',
    ]),
  })),
  {
    files: ['services/{identity,datasets}/src/domain/**/*.ts', 'services/*/src/read-models/*/project.ts'],
    ignores: ['**/*.spec.ts'],
    rules: noImport([
      [
        ...drivers,
        '@cairn/gateway',
        '@cairn/identity',
        '@cairn/datasets',
        '@cairn/edge',
        '@cairn/one-machine',
      ],
      'domain and projections are pure',
    ]),
  },
  {
    files: ['test/**/*.ts'],
    rules: noImport([
      [
        '@cairn/kernel',
        '@cairn/identity',
        '@cairn/datasets',
        '@cairn/gateway',
        '@cairn/edge',
        '@cairn/one-machine',
        '@cairn/cluster',
      ],
      'the black box knows only the public interface',
    ]),
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        fetch: 'readonly',
      },
    },
  },
);
