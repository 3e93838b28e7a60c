import { expect, it } from 'vitest';
import { duration } from '../../src/domain/limits.ts';
import { copyFigures } from '../../src/server/operation/operation.ts';
import { readyCheck } from '../../src/server/operation/readiness.ts';
import { createMeter } from '../../src/server/platform/prometheus-adapter.ts';
import type { Gauges } from '../../src/ports/meter.ts';
import { device, pretendedPush } from '../support/pretended-push.ts';
import { startWorld } from '../support/world.ts';

const GAUGES: Gauges = {
  sockets: 0,
  users: 0,
  nodes: 0,
  storeWaiting: 0,
  busUp: true,
  busLagMs: 0,
  busLost: 4,
  damaged: 0,
  databaseBytes: 0,
  diskFreeBytes: 0,
  backupAgeSec: 60,
  certificateEndSec: Number.NaN,
  ...copyFigures(null, { nowMs: () => 0 }),
};

const linesOf = async (meter: ReturnType<typeof createMeter>, gauges = GAUGES) =>
  (await meter.text(gauges)).split('\n');

it('OPS-3: mails and pushes that failed are counted apart from those that were sent', async () => {
  const meter = createMeter();
  const push = pretendedPush();
  let isBroken = false;
  const send = () => (isBroken ? Promise.reject(new Error('550 no')) : Promise.resolve());
  const world = await startWorld({ meter, push, mail: { send } });
  expect(await linesOf(meter)).toEqual(
    expect.arrayContaining([
      'parley_mails_total{result="failed"} 0',
      'parley_pushes_total{result="refused"} 0',
    ]),
  );
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  world.server.start();
  const code = (account: string) => world.call(null, '/common/pub/sendCode', { account, type: 2 });
  expect((await code('one@parley.test')).code).toBe(0);
  isBroken = true;
  expect((await code('two@parley.test')).code).toBe(502);
  await device(world, bela, 'b');
  push.outcomes.set('https://push.test/b', 'refused');
  const message = { id: 'm-1', toContactId: bela.id, type: 'text', content: 'hello' };
  await world.ok(anna, 'im/sendMessage', message);
  for (let second = 0; second < 12; second += 1) {
    await world.clock.advance(1_000);
    await world.settle();
  }
  expect(push.sent).not.toEqual([]);
  expect(await linesOf(meter)).toEqual(
    expect.arrayContaining([
      'parley_mails_total{result="sent"} 1',
      'parley_mails_total{result="failed"} 1',
      'parley_pushes_total{result="refused"} 1',
      'parley_pushes_total{result="sent"} 0',
    ]),
  );
  await world.close();
});

it('OPS-3: what only rises is a counter, and shows its value at every reading', async () => {
  const meter = createMeter();
  const gauges = { ...GAUGES, copiesDrillFailures: 2, copiesFailures: 3 };
  await linesOf(meter, gauges);
  const lines = await linesOf(meter, { ...gauges, copiesDrillFailures: 5 });
  const typed = new Map(
    lines
      .filter((line) => line.startsWith('# TYPE '))
      .map((line) => line.slice(7).split(' ') as [string, string]),
  );
  const rising = [...typed].filter(([name]) => name.startsWith('parley_') && name.endsWith('_total'));
  expect(rising.filter(([, type]) => type !== 'counter')).toEqual([]);
  expect(typed.get('parley_backup_age_seconds')).toBe('gauge');
  for (const line of ['parley_copies_drill_failures_total 5', 'parley_copies_failures_total 3'])
    expect(lines).toContain(line);
  expect(lines).toContain('parley_bus_lost_total 4');
  // Without copies nothing fails.
  expect(await linesOf(meter)).toContain('parley_copies_failures_total 0');
});

it('KEEP-10: /readyz warns of a backup that is over eight days old, where no copies replace it', async () => {
  const world = await startWorld();
  const { core } = world.server;
  const listWarnings = async (daysAgo: number | null) => {
    const atMs = daysAgo === null ? null : core.clock.nowMs() - daysAgo * duration.DAY;
    return (await readyCheck(core, { lastBackupMs: () => Promise.resolve(atMs) }).look()).warnings;
  };
  expect([await listWarnings(null), await listWarnings(8)]).toEqual([[], []]);
  expect(await listWarnings(9)).toEqual([
    expect.stringMatching(/^the last backup is 9 days old \(2.+parley-backup/),
  ]);
  await world.close();
});
