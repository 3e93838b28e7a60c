/**
 * How often a property runs: a little in `npm test`, a lot in `npm run properties`. `FC_RUNS` is what a
 * property of 200 runs gets, dearer ones get their share of it.
 */
const long = Number(process.env['FC_RUNS'] ?? '0');

export const runs = (short: number): number => (long > 200 ? Math.ceil((short * long) / 200) : short);
