import { existsSync, readdirSync } from 'node:fs';
import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const noImport = (...patterns) => ({
  '@typescript-eslint/no-restricted-imports': [
    'error',
    { patterns: patterns.map(([group, message]) => ({ group, message })) },
  ],
});
const folder = (path) => new URL(`./${path}`, import.meta.url);
/** What services stand on and are no services: the kernel, and what assets have in common. */
const libraries = ['kernel', 'assets'];
const services = readdirSync(folder('services')).filter(
  (name) => !libraries.includes(name) && existsSync(folder(`services/${name}/package.json`)),
);
const ofServices = services.map((name) => `@cairn/${name}`);
/** What puts services together. */
const compositions = [
  '@cairn/gateway',
  '@cairn/services',
  '@cairn/edge',
  '@cairn/one-machine',
  '@cairn/cluster',
];
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
  { ignores: ['**/dist/**', '**/node_modules/**', '.nx/**', '.stryker/**'] },
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
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
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
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
    },
  },
  {
    files: ['**/*.spec.ts', '**/conformance.ts', 'test/**/*.ts', 'services/*/src/testkit/**/*.ts'],
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
    rules: noImport([['@cairn/assets', ...ofServices, ...compositions], 'the kernel knows no service']),
  },
  {
    files: ['services/assets/src/**/*.ts'],
    rules: noImport([[...ofServices, ...compositions], 'what assets have in common knows no service']),
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
      [['@cairn/assets', ...ofServices, ...compositions], 'the kernel knows no service'],
    ),
  },
  ...services.map((service) => ({
    files: [`services/${service}/src/**/*.ts`],
    rules: noImport([
      [...ofServices.filter((other) => other !== `@cairn/${service}`), ...compositions],
      'a service knows no other service and not the gateway',
    ]),
  })),
  {
    files: ['services/!(kernel)/src/domain/**/*.ts', 'services/*/src/read-models/*/project.ts'],
    ignores: ['**/*.spec.ts'],
    rules: noImport([[...drivers, ...ofServices, ...compositions], 'domain and projections are pure']),
  },
  {
    files: ['{services,deploy,test}/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.name=/^(before|after)(All|Each)$/] > Literal[value<600000]',
          message: 'How long a hook may take is said once, in scripts/patient-hooks.cjs.',
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: noImport([
      ['@cairn/kernel', '@cairn/assets', ...ofServices, ...compositions],
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
