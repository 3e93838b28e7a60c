import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { extraOf, ownExtra } from '../../src/client/state/profile-extras.ts';
import { userId } from '../../src/domain/ids.ts';
import type { UserStatus } from '../../src/domain/status.ts';
import { browser, isBound, signIn, until, type Browser, type Tab } from '../support/real-device.ts';
import { patience, runs } from '../support/runs.ts';
import { startWorld, type World } from '../support/world.ts';

/** Devices 0 and 1 are anna's, 2 is that of her friend. */
type Step =
  | { readonly kind: 'set'; readonly who: 0 | 1; readonly minutes: number | null }
  | { readonly kind: 'clear'; readonly who: 0 | 1 }
  | { readonly kind: 'wait'; readonly ms: number }
  | {
      readonly kind: 'cut' | 'unplug' | 'plug' | 'loseAnswers' | 'recover' | 'reload';
      readonly who: 0 | 1 | 2;
    };

const own = fc.constantFrom(0 as const, 1 as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      who: own,
      minutes: fc.constantFrom(null, 1, 2, 10),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('clear' as const), who: own }) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(0, 500, 5_000, 60_000, 130_000).map((ms): Step => ({ kind: 'wait', ms })),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('cut', 'unplug', 'plug', 'loseAnswers', 'recover', 'reload'),
      who: fc.constantFrom(0 as const, 1 as const, 2 as const),
    }),
  },
);

interface Device {
  readonly browser: Browser;
  tab: Tab;
}
const MINUTE = 60_000;

async function threeDevices(world: World): Promise<readonly [Device, Device, Device]> {
  const devices: Device[] = [];
  for (const account of ['anna', 'anna', 'bert']) {
    const device = browser(world);
    const tab = await device.open();
    await signIn(world, tab, account);
    devices.push({ browser: device, tab });
  }
  const [a, , b] = devices as [Device, Device, Device];
  const idOf = ({ tab }: Device) => userId(tab.client.core.get().self?.id ?? 0);
  await a.tab.client.actions.applyFriend(idOf(b), 'hello');
  await b.tab.client.actions.applyFriend(idOf(a), 'hello');
  await until(world, () => devices.every(({ tab }) => tab.client.core.get().contacts.size > 2));
  return devices as unknown as readonly [Device, Device, Device];
}

async function happen(world: World, devices: readonly Device[], one: Step, number: number): Promise<void> {
  if (one.kind === 'wait') return world.clock.advance(one.ms);
  const device = devices[one.who] as Device;
  const { network, client } = device.tab;
  switch (one.kind) {
    case 'set': {
      const minute = Math.floor(world.clock.nowMs() / MINUTE);
      const untilMs = one.minutes === null ? null : (minute + one.minutes) * MINUTE;
      // The answer may wait for the network.
      const mode = ([undefined, 'away', 'busy'] as const)[number % 3];
      void client.actions.keepPreference('status', { mode, emoji: '', text: `status ${number}`, untilMs });
      return;
    }
    case 'clear':
      void client.actions.keepPreference('status', null);
      return;
    case 'cut':
      return network.cutSocket();
    case 'unplug':
      return network.unplug();
    case 'plug':
      return network.plug();
    case 'loseAnswers':
      network.loseAnswers = /./;
      return;
    case 'recover':
      network.loseAnswers = null;
      return;
    case 'reload':
      await device.tab.crash();
      device.tab = await device.browser.open();
  }
}

it(
  'PRES-4: no device shows an ended status, and two devices of a user and a friend agree in the end',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (steps) => {
        const world = await startWorld();
        const devices = await threeDevices(world);
        const anna = userId(devices[0].tab.client.core.get().self?.id ?? 0);
        const listVisible = (): readonly (UserStatus | null)[] =>
          devices.map(({ tab }, at) => {
            const state = tab.client.core.get();
            return at === 2 ? extraOf(state, 'status', anna) : ownExtra(state, 'status');
          });
        const expectNoneEnded = () => {
          for (const status of listVisible()) {
            if (status?.untilMs) expect(status.untilMs).toBeGreaterThan(world.clock.nowMs());
          }
        };
        let number = 0;
        for (const one of steps) {
          await happen(world, devices, one, (number += 1));
          expectNoneEnded();
        }
        for (const { tab } of devices) {
          tab.network.loseAnswers = null;
          tab.network.plug();
          tab.client.actions.reconnect();
        }
        const isSettled = () =>
          devices.every(({ tab }) => isBound(tab) && tab.client.core.get().pending.keep.size === 0);
        await until(world, isSettled, 240_000);
        await world.clock.advance(10_000);
        const [stored] = await world.server.core.store.read((tx) => tx.preferences.ofUsers('status', [anna]));
        const value = stored === undefined ? null : (JSON.parse(stored.value) as UserStatus);
        const expected = value?.untilMs && value.untilMs <= world.clock.nowMs() ? null : value;
        expect(listVisible()).toEqual([expected, expected, expected]);
        for (const { tab } of devices) await tab.crash();
        await world.close();
      }),
      { numRuns: runs(40), interruptAfterTimeLimit: patience(60_000) },
    );
  },
  patience(90_000),
);
