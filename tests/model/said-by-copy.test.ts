import { expect, it } from 'vitest';
import { isSaidByCopy } from '../../simulator/checkers/said-by-copy.ts';
import type { Device } from '../../simulator/devices/device.ts';
import type { World } from '../../simulator/world/world-type.ts';

const one = { text: 'm1.0', device: 'a', tab: 'a.1', to: 'group-1', atMs: 1, id: 'id1', released: false };
const ask = (isCopy: boolean, from: number, until: number | null) => ({
  user: 1,
  body: '{"id":"id1"}',
  isCopy,
  from,
  until,
});
const saidAt2 = (requests: readonly object[], refused: readonly string[] = ['id1']) =>
  ({
    record: { refused: new Set(refused) },
    recorder: {
      requests,
      ran: [[], [], [{ facts: { kind: 'message', id: 'id1' } }]].map((events) => ({
        state: 'kept',
        events,
      })),
    },
  }) as unknown as World;
const deviceThat = (heard: string) =>
  ({ tabs: [{ client: { core: { log: { export: () => heard } } } }] }) as unknown as Device;
const lies = deviceThat('{"event":{"type":"contactLoaded","contact":{"last":{"id":"id1"}}}}');
const first = ask(false, 0, 1);
const copy = ask(true, 1, 3);

it('SIM-16: a copy of a refused request sent it: its author, without an event, shows it as failed', () => {
  expect(isSaidByCopy(saidAt2([first, copy]), 1, lies, one)).toBe(true);
  const report = deviceThat('{"event":{"type":"messagePosted","message":{"id":"id1"}}}');
  expect(isSaidByCopy(saidAt2([first, copy]), 1, report, one)).toBe(false);
  expect(isSaidByCopy(saidAt2([first, copy], []), 1, lies, one)).toBe(false);
  expect(isSaidByCopy(saidAt2([first, copy]), 2, lies, one)).toBe(false);
  // Their own request may have said it.
  expect(isSaidByCopy(saidAt2([ask(false, 0, null), copy]), 1, lies, one)).toBe(false);
  expect(isSaidByCopy(saidAt2([first, ask(false, 1, 3)]), 1, lies, one)).toBe(false);
  expect(isSaidByCopy(saidAt2([first]), 1, lies, one)).toBe(false);
});
