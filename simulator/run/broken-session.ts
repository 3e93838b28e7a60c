import { stateToJson } from '../../src/client/state/state-json.ts';
import type { Contact, State } from '../../src/client/state/state.ts';
import { totalsOf } from '../../src/client/state/totals.ts';
import { userId } from '../../src/domain/ids.ts';
import type { Tab } from '../devices/device.ts';
import type { BrokenSession } from '../devices/record.ts';
import { freshState } from '../world/view.ts';
import type { World } from '../world/world-type.ts';

/**
 * The session of the tab that a broken promise names, and at its end the list of a fresh login: the inspector
 * opens where they differ, with both screens.
 */
export async function brokenSession(world: World): Promise<BrokenSession | null> {
  const text = world.record.problems[0]?.text ?? '';
  const all = world.people.flatMap((person) =>
    person.devices.flatMap((device) => device.tabs.map((tab) => ({ person, device, tab }))),
  );
  const match =
    all.find(({ tab }) => text.includes(tab.name)) ??
    all.find(({ device }) => text.includes(device.name)) ??
    all[0];
  if (match === undefined) return null;
  const { person, device, tab } = match;
  const lines = tab.client.core.log.export();
  const expected = await expectedLine(world, person.id, tab);
  return lines === '' ? null : { device: device.name, script: `${lines}${expected}` };
}

async function expectedLine(world: World, user: number, tab: Tab): Promise<string> {
  const state = tab.state();
  if (state.self === null) return '';
  const fresh = await freshState(world, userId(user), state.self);
  if (fresh === null) return '';
  const contacts = [...fresh.contacts].map((contact) => viewFor(state, contact));
  const { totals } = stateToJson({ ...fresh, totals: totalsOf(contacts, fresh.totals.system) });
  const atMs = world.clock.nowMs();
  return `${JSON.stringify({ atMs, origin: 'expected', event: { contacts, totals } })}\n`;
}

/** Only what a user sees: positions in the streams differ between a fresh login and one that followed. */
function viewFor({ contacts }: State, fresh: Contact): Contact {
  const own = contacts.get(fresh.id);
  if (own === undefined) return fresh;
  const { displayName, unread, mentions, isTop, isNotice, last, lastSentAtMs, hidden, archivedTo } = fresh;
  return {
    ...own,
    displayName,
    unread,
    mentions,
    isTop,
    isNotice,
    last,
    lastSentAtMs,
    hidden,
    archivedTo,
  };
}
