/**
 * The direction of imports: what stands in an earlier step may use what stands in a later one, and
 * neighbours in one step don't know each other. Type-only imports count.
 */
const steps = [
  ['cli', 'view', 'record', 'inspect', 'testing'],
  ['supervisor'],
  ['server'],
  ['call', 'catalogue', 'health'],
  ['link'],
  ['config', 'errors'],
  ['loopback', 'chart'],
];

/**
 * The exceptions: a command shows what its neighbours make, a recording is checked by the models that
 * test the machine, and a bad file is a public error.
 */
const knownNeighbours = {
  cli: ['view', 'record', 'inspect', 'testing'],
  record: ['testing'],
  config: ['errors'],
};

/** Files that all of `src` may use, and that use nothing of ours. */
const everybodys = '^src/(clock|is-object|named-pipe|package-folder)\\.ts$';

const direction = steps.flatMap((folders, index) =>
  folders.map((folder) => {
    const later = steps.slice(index + 1).flat();
    const allowed = [folder, ...(knownNeighbours[folder] ?? []), ...later];
    return {
      name: `${folder}-imports-only-what-is-below-it`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: {
        path: '^(src|test|bench|examples|scripts)/',
        pathNot: [`^src/(${allowed.join('|')})/`, everybodys],
      },
    };
  }),
);

const edges = [
  {
    name: 'machines-know-nobody',
    comment: 'Charts import xstate, zod and their own files, so that they open in an editor alone.',
    severity: 'error',
    from: { path: '^machines/' },
    to: { pathNot: ['^machines/', '(^|/)node_modules/(xstate|zod)/'] },
  },
  {
    name: 'what-all-may-use-knows-nobody',
    severity: 'error',
    from: { path: everybodys },
    to: { pathNot: everybodys, dependencyTypesNot: ['core'] },
  },
  {
    name: 'nobody-imports-the-cli',
    severity: 'error',
    from: { pathNot: ['^src/cli/', '^test/'] },
    to: { path: '^src/cli/' },
  },
  {
    name: 'nobody-imports-the-front-door',
    comment:
      'src/index.ts and machines/index.ts are for hosts; inside, the file itself is imported.',
    severity: 'error',
    from: { path: '^(src|machines)/', pathNot: '^src/index\\.ts$' },
    to: { path: ['^src/index\\.ts$', '^machines/index\\.ts$'] },
  },
  {
    name: 'sources-do-not-import-what-is-not-shipped',
    severity: 'error',
    from: { path: '^(src|machines)/' },
    to: { path: '^(test|bench|examples|scripts)/' },
  },
];

/** Only built from: the page and the chart are bundled, and the layout's outcome is. */
const bundled = '^src/(view/(page|element|layout)|inspect/page)/';

const packages = [
  {
    name: 'the-mcp-sdk-stays-below-the-link',
    comment:
      'L1: a second client line must fit behind the link. Elsewhere only its types are used.',
    severity: 'error',
    from: { path: '^(src|machines)/', pathNot: '^src/link/' },
    to: {
      path: '(^|/)node_modules/@modelcontextprotocol/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'xstate-stays-with-the-actors',
    severity: 'error',
    from: {
      path: '^src/',
      pathNot: '^src/(server|testing|view|inspect|record|chart)/',
    },
    to: { path: '(^|/)node_modules/(xstate|@xstate|@statelyai)/' },
  },
  {
    name: 'one-module-knows-the-traversal',
    comment: 'What comes after @xstate/graph must be able to take over in one place.',
    severity: 'error',
    from: { path: '^(src|machines)/', pathNot: '^src/testing/graph/traversal\\.ts$' },
    to: { path: '(^|/)node_modules/(@xstate/graph|xstate/graph)/' },
  },
  {
    name: 'sources-use-declared-packages',
    comment:
      'What the build bundles or computes is not needed at run time; nothing that runs then may import it. Of the inspector the build bundles what is used.',
    severity: 'error',
    from: { path: '^(src|machines)/', pathNot: bundled },
    to: {
      pathNot: '(^|/)node_modules/@statelyai/inspect/',
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
    },
  },
  {
    name: 'what-runs-in-node-imports-nothing-that-is-only-built-from',
    severity: 'error',
    from: { path: '^src/', pathNot: bundled },
    to: { path: bundled, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'every-import-resolves',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
];

const shape = [
  {
    name: 'no-cycles',
    severity: 'error',
    from: { path: '^(src|machines)/' },
    to: { circular: true },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...direction, ...edges, ...packages, ...shape],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
};
