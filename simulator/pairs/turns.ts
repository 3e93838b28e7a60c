import { setOnline } from '../faults/connection.ts';
import type { Tab } from '../devices/device.ts';
import { drive } from '../time/drive.ts';
import { signIn } from '../world/sign-in.ts';
import type { World } from '../world/world-type.ts';
import { endLogout, endOtherLogin } from './other-login.ts';
import { pagesOf } from './scene.ts';

/** Events beside two actions; `offlineClose` is two of them, in any order. */
export const TURNS = [
  'none',
  'reload',
  'logout',
  'otherUser',
  'cut',
  'offline',
  'hidden',
  'restart',
  'clock',
  'commitFails',
  'commitsFail',
  'configure',
  'pause',
  'closeTab',
  'offlineClose',
] as const;
export type TurnName = (typeof TURNS)[number];

/** Lets it happen at the page of the first action, or at the first node. */
export function happen(world: World, turn: TurnName): void {
  const [person] = world.people;
  const place = person && pagesOf(person)[0];
  if (!person || !place) return;
  const { device, tab } = place;
  const { record } = world;
  switch (turn) {
    case 'none':
    case 'pause':
      return;
    case 'reload':
      device.close(tab);
      device.open(tab.memory);
      return;
    case 'logout':
    case 'otherUser':
      for (const one of record.messages) if (one.device === device.name) one.released = true;
      leaves(world, device.name, tab, turn === 'otherUser').catch((error: unknown) =>
        record.problem('no promise is lost', `log-out: ${String(error)}`),
      );
      return;
    case 'cut':
      return device.link.disconnect();
    case 'offline':
      setOnline(device, false);
      world.clock.setTimeout(() => setOnline(device, true), 100);
      return;
    case 'hidden':
      tab.page.setVisible(false);
      tab.clock.throttle(1_000);
      return;
    case 'restart': {
      const [node] = world.nodes;
      node?.kill();
      if (node) world.clock.setTimeout(() => void node.start(), 100);
      return;
    }
    case 'clock':
      return device.jump(3_600_000);
    // One commit, or each until the World settles: it is rolled back, and its request may be repeated.
    case 'commitFails':
    case 'commitsFail':
      world.weather.commitFails = 1;
      return;
    case 'configure':
      void world.ruler.configure('sysInfo.description', 'changed');
      return;
    case 'offlineClose':
      throw new Error('two events, which happen one by one');
    case 'closeTab':
      tab.page.vanish();
      device.close(tab);
      return;
  }
}

/** The events of a turn, each of which has its own point. */
export const eventsIn = (turn: TurnName): readonly TurnName[] =>
  turn === 'offlineClose' ? ['offline', 'reload'] : turn === 'none' ? [] : [turn];

/** The user of this page logs out; then perhaps the next user signs in there. */
async function leaves(world: World, device: string, tab: Tab, isNextThere: boolean): Promise<void> {
  const { ok } = await tab.client.actions.logout();
  const next = world.people[1];
  if (!ok || !isNextThere || !next) return;
  world.record.nextUsers.set(device, next.id);
  await signIn(world, tab, next);
}

/** Ends what lasts, so that the World can settle. */
export async function endTurn(world: World, turn: TurnName): Promise<void> {
  world.weather.commitFails = 0;
  for (const node of world.nodes) if (node.server === null) await drive(world.clock, node.start());
  for (const person of world.people)
    for (const { tab } of pagesOf(person)) {
      tab.clock.throttle(0);
      tab.page.setVisible(true);
    }
  if (turn === 'logout') endLogout(world);
  if (turn === 'otherUser') await endOtherLogin(world);
}
