import { groupPosts, largePosts, largePostsOnPostgres, oneToOne, outboxArray } from './server/cpu-rows.ts';
import { busy, rebinding } from './server/life-rows.ts';
import { operatorsChoice } from './server/operators-choice.ts';
import { latency, logins, memory, start } from './server/quiet-rows.ts';
import { pace } from './server/pace-rows.ts';
import { Rows } from './server/rows.ts';
import { typing } from './server/typing-rows.ts';
import { under } from './server/under-rows.ts';

export { serveIfAsked } from './server/reference.ts';

const ROWS = {
  oneToOne,
  outboxArray,
  groupPosts,
  largePosts,
  largePostsOnPostgres,
  latency,
  pace,
  logins,
  memory,
  busy,
  rebinding,
  start,
  typing,
  under,
  operatorsChoice,
};

/** `BENCH_ROWS=oneToOne,start npm run bench -- server`: only these. */
export async function run(): Promise<readonly string[]> {
  const request = process.env['BENCH_ROWS']?.split(',');
  const rows = new Rows();
  for (const [name, row] of Object.entries(ROWS)) if (request?.includes(name) ?? true) await row(rows);
  return rows.over;
}
