import { defineConfig, type UserConfig } from 'tsdown';
import { drawingsPlugin } from './scripts/live-drawings.ts';

/** What the inspector's library imports; its sockets would be kept for what opening them may do. */
const unusedParts =
  /[\\/]node_modules[\\/](@statelyai|fast-safe-stringify|isomorphic-ws|partysocket|superjson)[\\/]/;

export const library: UserConfig = {
  entry: [
    'src/index.ts',
    'machines/index.ts',
    'src/testing/index.ts',
    'src/view/index.ts',
    'src/inspect/index.ts',
    'src/record/index.ts',
    'src/cli/main.ts',
  ],
  root: '.',
  // Few files, because finding and opening one takes longer than running what most of ours hold.
  // Names stay as they are, and each part of a file begins with the source that it came from, so
  // that a stack trace still leads there. Documentation stands in the declarations.
  unbundle: false,
  minify: false,
  outputOptions: { chunkFileNames: 'parts/[name].js', comments: { jsdoc: false } },
  deps: {
    // Of zod only what is used: the package itself reads a hundred files, most of them languages.
    // Its types stay where they are. Of the inspector's library only what makes its messages: the
    // package itself brings nine others, for sockets that are not used.
    alwaysBundle: (id, importer) =>
      (id === 'zod/mini' ||
        id === '@statelyai/inspect' ||
        importer?.includes('@statelyai') === true) &&
      id !== 'xstate' &&
      importer?.endsWith('.d.ts') !== true,
    onlyBundle: ['zod', '@statelyai/inspect', 'safe-stable-stringify'],
  },
  treeshake: { moduleSideEffects: (id) => !unusedParts.test(id) },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: true,
  sourcemap: false,
  copy: [
    // L5: the guard is started as a file of its own, beside the part that starts it.
    { from: 'src/link/stdio/guard-process.mjs', to: 'dist/parts' },
    ...['zod', '@statelyai/inspect', 'safe-stable-stringify'].map((name) => ({
      from: `node_modules/${name}/LICENSE`,
      to: 'dist/parts',
      rename: `${name.replace(/^@|\/.*$/g, '')}-LICENSE`,
    })),
  ],
};

const browser: UserConfig = {
  format: 'esm',
  platform: 'browser',
  target: 'es2023',
  fixedExtension: false,
  dts: false,
  sourcemap: false,
  minify: true,
  plugins: [drawingsPlugin()],
  deps: { alwaysBundle: [/./], onlyBundle: false },
};

/** The pages, and the chart for the pages of hosts: one file each, that needs nothing else. */
export const pages: UserConfig[] = [
  {
    ...browser,
    tsconfig: 'src/view/page/tsconfig.json',
    entry: { page: 'src/view/page/main.tsx' },
    outDir: 'dist/view/page',
    copy: [
      { from: 'src/view/page/static/*', to: 'dist/view/page' },
      { from: 'node_modules/preact/LICENSE', to: 'dist/view', rename: 'preact-LICENSE' },
    ],
  },
  {
    ...browser,
    tsconfig: 'src/inspect/page/tsconfig.json',
    entry: { page: 'src/inspect/page/main.ts' },
    outDir: 'dist/inspect/page',
    copy: [{ from: 'src/inspect/page/static/*', to: 'dist/inspect/page' }],
  },
  {
    ...browser,
    tsconfig: 'src/view/element/tsconfig.json',
    entry: { chart: 'src/view/element/index.ts' },
    outDir: 'dist/view/chart',
    dts: true,
  },
];

export default defineConfig([library, ...pages]);
