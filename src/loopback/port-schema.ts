import * as z from 'zod/mini';

const LAST_PORT = 65_535;

/** A port to listen on; 0 for a free one. */
export const portSchema = z.number().check(
  z.refine((port) => Number.isInteger(port) && port >= 0 && port <= LAST_PORT, {
    message: `must be a whole number from 0 (a free port) to ${LAST_PORT}`,
  }),
);
