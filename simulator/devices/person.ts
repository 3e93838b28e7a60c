import type { Device, Tab } from './device.ts';

/** A user with all their browsers. */
export interface WorldPerson {
  readonly index: number;
  readonly account: string;
  id: number;
  readonly devices: Device[];
}

/** All tabs of a user, on all their devices. */
export const tabsOf = ({ devices }: WorldPerson): readonly Tab[] => devices.flatMap(({ tabs }) => tabs);

export const isSignedIn = (tab: Tab): boolean => tab.client.session.get().name === 'signedIn';
