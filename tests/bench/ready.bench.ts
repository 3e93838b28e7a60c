import { startServer } from '../support/server.ts';

const rounds = 7;
const limitMs = 1_500;

/**
 * The time from `npm start` (without npm itself) to the line with the address, with all installed and built.
 */
async function readyMs(dataDir?: string): Promise<{ ms: number; dataDir: string }> {
  const from = performance.now();
  const server = await startServer({
    script: 'src/tools/start.mjs',
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  const ms = performance.now() - from;
  await server.stop();
  return { ms, dataDir: server.dataDir };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export async function run(): Promise<readonly string[]> {
  const fresh: number[] = [];
  const again: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = await readyMs();
    fresh.push(first.ms);
    again.push((await readyMs(first.dataDir)).ms);
  }
  return [['empty folder', median(fresh)] as const, ['second start', median(again)] as const].flatMap(
    ([name, ms]) => {
      console.log(`  ready, ${name}: ${ms.toFixed(0)} ms, median of ${rounds} (limit ${limitMs})`);
      return ms > limitMs ? [`ready after ${ms.toFixed(0)} ms, ${name}`] : [];
    },
  );
}
