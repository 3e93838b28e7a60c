import { expect, it } from 'vitest';
import { lightTable, type LightRow } from '../../simulator/light/light-cli.ts';
import { lightPage, lightRunLine } from '../../simulator/light/light-page.ts';
import { runLight } from '../../simulator/light/light-run.ts';

it('SIM-10: light clients have everything once and in one order, and a message costs as many notes with more of them', async () => {
  const options = { nodes: 3, rate: 10, seconds: 5, seed: 7 };
  const few = await runLight({ ...options, clients: 30 });
  const many = await runLight({ ...options, clients: 120 });
  expect([few.problems, many.problems]).toEqual([[], []]);
  expect([few.messages, many.messages]).toEqual([50, 50]);
  for (const { frames, messages, notes } of [few, many]) {
    // Half of the messages go to two users, half to ten, with one notification to each other node. Signs of
    // life come in addition.
    expect(frames / messages).toBeGreaterThan(4);
    expect(frames / messages).toBeLessThan(16);
    expect(notes / messages).toBeGreaterThanOrEqual(2);
  }
  expect(many.notes).toBe(few.notes);
  // The same seed is the same run.
  const { frames, notes, syncs, backMs } = await runLight({ ...options, clients: 30 });
  expect({ frames, notes, syncs, backMs }).toEqual({
    frames: few.frames,
    notes: few.notes,
    syncs: few.syncs,
    backMs: few.backMs,
  });
}, 300_000);

const outcome = {
  messages: 10,
  readers: 20,
  frames: 60,
  notes: 20,
  syncs: 0,
  backMs: 0,
  cpuPerMessageMs: 3,
  clientCpuPerMessageMs: 1,
  cpuPerIdleSecondMs: 6,
  memoryPerPersonBytes: 5 * 1_024,
  problems: [],
};

it('SIM-10: each row of the table runs in a separate process and is reported when it ends', async () => {
  const requests: LightRow[] = [];
  const said: string[] = [];
  const rowOf = (row: LightRow) => {
    requests.push(row);
    return Promise.resolve({ ...outcome, problems: row.light.nodes === 3 ? ['9: lost 1'] : [] });
  };
  const storedRows: number[] = [];
  const table = await lightTable(
    { clients: 100, seed: 7 },
    rowOf,
    (line) => said.push(line),
    (lines) => storedRows.push(lines.length),
  );
  // Heading and line below it, and a row more each time.
  expect(storedRows).toEqual([3, 4, 5]);
  expect(requests.map(({ light }) => light)).toEqual(
    [1, 3, 10].map((nodes) => ({ clients: 100, seed: 7, nodes })),
  );
  expect(table.lines.slice(2)).toEqual([
    '| 1 | 6.00 | 2.00 | 3.00 | 2.00 | 6.0 | 5.0 | 0 |',
    '| 3 | 6.00 | 2.00 | 3.00 | 0.67 | 2.0 | 5.0 | 1 |',
    '| 10 | 6.00 | 2.00 | 3.00 | 0.20 | 0.6 | 5.0 | 0 |',
  ]);
  expect(said).toEqual(expect.arrayContaining([...table.lines]));
  expect(table.problems).toEqual(['3 nodes: 9: lost 1']);
  expect(said.at(-1)).toBe('BROKEN  3 nodes: 9: lost 1');
});

it('SIM-10: the written table names the command that was run', () => {
  const run = { clients: 100_000, seed: 1, node: 'v20.20.2', atMs: 1_764_028_800_000, loads: [3, 1.25, 2] };
  const command = 'npm run simulate -- --light 100000 --seed 1 --table --report';
  const line = `\`${command}\`, 2025-11-25, Node v20.20.2, at loads of 1.3 to 3.0:`;
  expect(lightRunLine(run)).toBe(line);
  expect(lightPage(run, ['| the table |']).endsWith(`\n${line}\n\n| the table |\n`)).toBe(true);
});
