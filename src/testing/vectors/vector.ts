import { z } from 'zod';
import { stepSchema } from './step.ts';

/**
 * Where a case can run: the chart alone, a supervisor with simulated peers, a supervisor with real
 * servers over either transport, or the command line with a real server.
 */
const vectorWorlds = ['machine', 'world', 'stdio', 'http', 'cli'] as const;
export type VectorWorldName = (typeof vectorWorlds)[number];

const name = z.string().min(1);
const jsonObject = z.record(z.string(), z.json());

const serverSchema = z
  .strictObject({
    transport: z.enum(['stdio', 'http']).optional(),
    required: z.boolean().optional(),
    enabled: z.boolean().optional(),
    /** Names of the tools it lists at first. */
    tools: z.array(name).optional(),
    policy: jsonObject.optional(),
  })
  .meta({ id: 'server' });

const vectorSchema = z
  .strictObject({
    /** Unique over all files; what a replay command names. */
    id: z.string().regex(/^[A-Z]\d+[a-z]?(-[a-z0-9]+)+$/),
    /** Rules of the contract that the case holds to. */
    rules: z.array(z.string().regex(/^[A-Z]\d+[a-z]?$/)).min(1),
    title: name,
    /** Something that must happen, or something that must not. */
    kind: z.enum(['positive', 'negative']),
    worlds: z.array(z.enum(vectorWorlds)).min(1),
    /** Laid over the defaults of contract section 10. */
    policy: jsonObject.optional(),
    /** What chance says at each draw. Default 0, which gives the bare delays. */
    random: z.number().min(0).max(1).optional(),
    /** How the server's actor is started, where that is not the usual way (C15). */
    input: z
      .strictObject({
        generation: z.int().min(0).optional(),
        parked: z.strictObject({ code: name, message: name }).optional(),
      })
      .optional(),
    /** The fleet by name; one stdio server called `files` by default. */
    servers: z.record(name, serverSchema).optional(),
    /** False for a fleet that is made and not started. Default true. */
    started: z.boolean().optional(),
    steps: z.array(stepSchema).min(1),
  })
  .meta({ id: 'case' });

/** One file of `test/vectors`: the cases of one group of rules. */
export const vectorFileSchema = z.strictObject({
  about: name,
  cases: z.array(vectorSchema).min(1),
});

/** One case, as `docs/spec/vectors.md` describes it. */
export type Vector = z.output<typeof vectorSchema>;
/** The cases of one file. */
export type VectorFile = z.output<typeof vectorFileSchema>;
export type ServerSetting = z.output<typeof serverSchema>;
