import { defineConfig } from 'vitest/config';

// eslint-disable-next-line no-restricted-syntax -- vitest asks for a default export.
export default defineConfig({
  test: {
    // Named by `npm run mutation`, one of the files beside this one.
    include: [`test/mutation/${process.env['HOLDFAST_MUTATED'] ?? 'machines'}.ts`],
    testTimeout: 20_000,
  },
});
