import tseslint from 'typescript-eslint';

const clockAndChance = [
  { object: 'Date', property: 'now', message: 'Take the time from the injected Clock.' },
  { object: 'performance', property: 'now', message: 'Take the time from the injected Clock.' },
  { object: 'Math', property: 'random', message: 'Take chance from the injected source.' },
];

const timers = ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'].map((name) => ({
  name,
  message: 'Use the injected Clock, so that tests and hosts own time.',
}));

const outsideWorld = [
  'process',
  'Date',
  'performance',
  'fetch',
  'setImmediate',
  'queueMicrotask',
].map((name) => ({ name, message: 'This part is pure; what it needs comes in as an argument.' }));

const noEnums = {
  selector: 'TSEnumDeclaration',
  message: 'Use a union of string literals; the source has no syntax that only TypeScript can run.',
};
const noDefaultExports = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name, so that one thing has one name everywhere.',
};

const ignoreUnderscored = { argsIgnorePattern: '^_', varsIgnorePattern: '^_' };

/** What Node itself offers, for the plain JavaScript files that no compiler checks. */
const nodeGlobals = Object.fromEntries(
  Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly']),
);

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'coverage/', '.tmp/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      eqeqeq: ['error', 'always'],
      'no-restricted-syntax': ['error', noEnums, noDefaultExports],
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 50 }],
      'max-params': ['error', 4],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // An interface may ask for a promise where one implementation has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      // XState takes its types from assertions such as `{} as Events`.
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
      '@typescript-eslint/no-unused-vars': ['error', ignoreUnderscored],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx', 'machines/**/*.ts'],
    rules: {
      // H5: the library tells its host through events and diagnostics channels only.
      'no-console': 'error',
      'no-restricted-properties': ['error', ...clockAndChance],
      'no-restricted-globals': ['error', ...timers],
    },
  },
  {
    files: [
      'machines/**/*.ts',
      'src/errors/**/*.ts',
      'src/call/**/*.ts',
      'src/catalogue/**/*.ts',
      'src/health/**/*.ts',
      'src/view/chart/**/*.ts',
      'src/view/layout/**/*.ts',
    ],
    rules: { 'no-restricted-globals': ['error', ...timers, ...outsideWorld] },
  },
  {
    files: ['machines/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['node:*'], message: 'Machines hold no I/O.' }] },
      ],
    },
  },
  {
    // A chart, and the table that says what its names mean, is one literal; cut up it reads worse.
    files: ['machines/**/*.region.ts', 'machines/server.setup.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    // The places where the real clock, real chance, a terminal and a browser come in.
    files: ['src/clock.ts', 'src/cli/**/*.ts', 'src/view/page/browser/**/*.ts'],
    rules: {
      'no-console': 'off',
      'no-restricted-properties': 'off',
      'no-restricted-globals': 'off',
    },
  },
  {
    files: [
      'test/**/*.ts',
      'bench/**/*.ts',
      'lab/**/*.ts',
      'examples/**/*.ts',
      '*.config.ts',
      'scripts/**/*.ts',
    ],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  // Their tools ask for a default export.
  { files: ['**/*.config.ts'], rules: { 'no-restricted-syntax': ['error', noEnums] } },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { globals: nodeGlobals },
    rules: {
      'no-undef': 'error',
      'no-unused-vars': ['error', ignoreUnderscored],
      eqeqeq: ['error', 'always'],
      'max-lines': ['error', { max: 300 }],
    },
  },
  {
    files: ['examples/web-page/page.js'],
    languageOptions: { globals: { document: 'readonly', EventSource: 'readonly' } },
  },
);
