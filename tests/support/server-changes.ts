import { vi } from 'vitest';
import type { GlobalConfig } from '../../src/domain/config.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { by, local, run } from './contacts.ts';
import { GROUP, type Scene } from './open-scene.ts';
import { happens } from './screen.tsx';

/** State and events of the server, for the scene of open layers. */
export const NOON = Date.UTC(2026, 2, 2, 12);
export const inGroup = { conversation: GROUP } as const;

function member(at: Scene, user: number, part: Partial<Scene['members'][number]>): void {
  at.members = at.members.map((one) => (one.user === user ? { ...one, ...part } : one));
}
export const roleSet = (at: Scene, user: number, role: 2 | 3): Promise<void> => {
  member(at, user, { role });
  return at.receive({ type: 'groupManagerSet', ...inGroup, user: userId(user), role, avatar: '' });
};
export const ownerSet = (at: Scene, user: number): Promise<void> => {
  const former = at.members.find(({ role }) => role === 1)?.user ?? 0;
  member(at, former, { role: 3 });
  member(at, user, { role: 1 });
  return at.receive({ type: 'groupOwnerChanged', ...inGroup, user: userId(user) });
};
export const muted = (at: Scene, user: number, untilSec: number): Promise<void> => {
  member(at, user, { mutedUntilSec: untilSec });
  return at.receive({ type: 'memberMuted', ...inGroup, user: userId(user), untilSec });
};
export const ruled = (at: Scene, setting: Partial<typeof DEFAULT_GROUP_SETTING>): Promise<void> =>
  at.receive({ type: 'groupSettingSet', ...inGroup, setting: { ...DEFAULT_GROUP_SETTING, ...setting } });
export function configured(
  at: Scene,
  change: (config: GlobalConfig) => { readonly [K in keyof GlobalConfig]?: Partial<GlobalConfig[K]> },
): Promise<void> {
  const { config } = at.client.store.get();
  const parts = change(config);
  return at.receive({
    type: 'configSet',
    config: {
      ...config,
      sysInfo: { ...config.sysInfo, ...(parts.sysInfo as object) },
      chatInfo: { ...config.chatInfo, ...(parts.chatInfo as object) },
    },
  });
}
export const profiled = (at: Scene, user: number, realname: string, avatar = ''): Promise<void> => {
  const entry = at.cards.get(user);
  if (entry) at.cards.set(user, { ...entry, realname, displayName: realname, avatar });
  member(at, user, { displayName: realname, avatar });
  at.inbox = at.inbox.map((one) =>
    one.message.from.id === user ? { ...one, message: { ...one.message, from: by(user, realname) } } : one,
  );
  const profile = {
    user: userId(user),
    rev: 7,
    realname,
    avatar,
    namePy: '',
    index: realname[0] ?? '#',
  };
  return at.receive({ type: 'profilesSet', profiles: [profile] });
};
export const remarked = (at: Scene, user: number, name: string): Promise<void> => {
  const entry = at.cards.get(user);
  if (entry?.friend)
    at.cards.set(user, { ...entry, displayName: name, friend: { ...entry.friend, nickname: name } });
  member(at, user, { displayName: name });
  return at.receive({ type: 'remarkSet', user: userId(user), name });
};
export const renamedMyself = (at: Scene, realname: string): Promise<void> => {
  const { self } = at.client.store.get();
  member(at, 1, { displayName: realname });
  const profile = { user: userId(1), rev: 7, realname, avatar: '', namePy: '', index: 'L' };
  return at.receive(
    { type: 'profileSet', self: { ...self!, realname } },
    { type: 'profilesSet', profiles: [profile] },
  );
};
export const unfriended = (at: Scene, user: number): void => {
  const entry = at.cards.get(user);
  if (entry) at.cards.set(user, { ...entry, friend: null });
};
export const left = (id: string, why: 'removed' | 'dissolved' | 'unfriended'): ServerEvent => ({
  type: 'left',
  conversation: contactId(id),
  stream: null,
  until: null,
  why,
});
export const minute = (at: Scene, ms: number): Promise<void> => {
  vi.setSystemTime(NOON + ms);
  const ticked = local({ type: 'minuteTicked', minute: Math.floor((NOON + ms) / 60_000) });
  return happens(() => at.client.set(run(at.client.store.get(), ticked).state));
};
