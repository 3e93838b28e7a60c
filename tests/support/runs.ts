import * as fc from 'fast-check';

/**
 * How often a property runs: a little in `npm test`, a lot in `npm run properties`. `FC_RUNS` is what a
 * property of 200 runs gets, dearer ones get their share of it.
 */
const long = Number(process.env['FC_RUNS'] ?? '0');

export const runs = (short: number): number => (long > 200 ? Math.ceil((short * long) / 200) : short);

/** The time limit for all runs of a property in ms. The long form has no limit in practice. */
export const patience = (short: number): number => (long > 200 ? 6 * 3_600_000 : short);

/** The default number of runs of a property. */
fc.configureGlobal({ numRuns: runs(200) });
