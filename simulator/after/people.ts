import type { ContactId } from '../../src/domain/ids.ts';
import type { Device, Tab } from '../devices/device.ts';
import { tabsOf } from '../devices/person.ts';
import type { WorldPerson } from '../devices/person.ts';
import { setOnline } from '../faults/connection.ts';
import { oracleContactOf } from '../oracle/state.ts';

/** A user at one of their pages. */
export interface AtPage {
  readonly person: WorldPerson;
  readonly tab: Tab;
}

/** Null: a user without a client takes no actions in a page. */
export const firstTabOf = (person: WorldPerson): Tab | null => tabsOf(person)[0] ?? null;

/** Devices of a user with an open page. */
export const devicesInUse = ({ devices }: WorldPerson): readonly Device[] =>
  devices.filter(({ tabs }) => tabs.length > 0);

/** The device with an open tab of theirs. */
export function deviceOfTab({ account, devices }: WorldPerson, tab: Tab): Device {
  const device = devices.find(({ tabs }) => tabs.includes(tab));
  if (!device) throw new Error(`${account} has no tab ${tab.name}`);
  return device;
}

/** The contact id of a chat in a user's list. */
export const contactIn = ({ id }: WorldPerson, chat: string): ContactId =>
  oracleContactOf(id, chat) as ContactId;

/** Opens a chat in every tab of a user; null: closes the open one. */
export function opensInAllTabs(person: WorldPerson, chat: string | null): void {
  const id = chat === null ? null : contactIn(person, chat);
  for (const tab of tabsOf(person)) tab.client.actions.openChat(id);
}

/** Ends a freeze. The browser reports being online: an unnotified page would retry late. */
export function reconnects(device: Device): void {
  device.link.thaw();
  setOnline(device, false);
  setOnline(device, true);
}
