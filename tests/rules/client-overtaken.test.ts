import { expect, it } from 'vitest';
import { blockedBy } from '../../src/client/state/blocked.ts';
import { contactId } from '../../src/domain/ids.ts';
import { loggedIn, messageOf, PARTNER, type Scripted } from '../support/scripted-server.ts';

const own = (seq: number) => ({ stream: 'u7', seq });
const makeNamed = (realname: string, rev: number) => ({
  list: [{ id: 9, rev, realname, avatar: '', name_py: realname.toLowerCase(), index: realname.slice(0, 1) }],
});
const listed = (realname: string, epoch = 'e1') => ({
  code: 0,
  data: [{ ...PARTNER, displayName: realname, realname }],
  count: 0,
  cursor: 'c0',
  epoch,
  seq: 0,
});
const synced = (registers: object, cursor: string | null = null) => ({
  code: 0,
  data: { epoch: 'e1', cursor, more: 0, frames: [], resync: [], registers },
});
const config = (name: string, epoch: string, rev: number) => ({ sysInfo: { name }, epoch, rev });

const state = ({ client }: Scripted) => client.core.get();
const readText = (on: Scripted) => state(on).contacts.get(contactId(9))?.displayName;

async function open(): Promise<Scripted> {
  const on = await loggedIn();
  await on.settle();
  return on;
}

/** The list is fetched whole because of it. */
async function inMode(on: Scripted, runMode: 1 | 2): Promise<void> {
  on.push('updateConfig', { sysInfo: { runMode } });
  await on.clock.advance(20_000);
}

it('STREAM-17: a list that was read before a new name arrived does not restore the old one', async () => {
  const on = await open();
  on.push('profiles', makeNamed('Berta', 1));
  on.answer('/getContacts', () => {
    on.push('profiles', makeNamed('Berthold', 4));
    return listed('Ben');
  });
  await inMode(on, 1);
  expect([on.of('/getContacts').length, readText(on)]).toEqual([2, 'Berthold']);
  on.push('profiles', makeNamed('Bertram', 3));
  expect(readText(on)).toBe('Berthold');
  // An event from before the request is in the answer.
  on.answer('/getContacts', listed('Ben'));
  await inMode(on, 2);
  expect([on.of('/getContacts').length, readText(on)]).toEqual([3, 'Ben']);
});

it('STREAM-17: neither does the first list after the next login', async () => {
  const on = await open();
  await on.client.actions.logout();
  let arrive: (() => void) | null = null;
  on.answer('/getContacts', () => new Promise((done) => (arrive = () => done(listed('Ben')))));
  await on.login();
  await on.settle();
  on.push('profiles', makeNamed('Berthold', 4));
  (arrive as (() => void) | null)?.();
  await on.settle();
  expect([on.of('/getContacts').length, readText(on)]).toEqual([2, 'Berthold']);
});

it('STREAM-17: a list of another history takes no name of the previous one', async () => {
  const on = await open();
  on.answer('/getContacts', () => {
    on.push('profiles', makeNamed('Berthold', 4));
    return listed('Ben', 'e2');
  });
  await inMode(on, 1);
  expect([state(on).sync.epoch, readText(on)]).toEqual(['e2', 'Ben']);
});

it('BLOCK-7, LIST-7: an answer about a gap takes back nothing that arrived during the request', async () => {
  const on = await open();
  on.answer('/sync', () => {
    on.push('blockPerson', { id: 9, on: 1 }, own(1));
    on.push('applications', { pending: 2 }, own(2));
    return synced({ blocked: [], applications: 1 });
  });
  const listKnown = () => [on.of('/sync').length, [...blockedBy(state(on))], state(on).totals.system];
  on.push('simple', messageOf(2, 'm2', { id: 's2' }), { stream: '7-9', seq: 2 });
  await on.clock.advance(500);
  expect(listKnown()).toEqual([1, [9], 2]);
  on.answer('/sync', synced({ blocked: [9, 12], applications: 3 }));
  await on.clock.advance(1_000);
  expect(listKnown()).toEqual([2, [9, 12], 3]);
});

it('BLOCK-7, LIST-7: neither does a list that is older, not for a moment', async () => {
  const on = await open();
  on.push('blockPerson', { id: 9, on: 1 }, own(1));
  on.push('applications', { pending: 2 }, own(2));
  const uniqueKeys = new Set<string>();
  const stop = on.client.core.subscribe(() =>
    uniqueKeys.add(JSON.stringify([[...blockedBy(state(on))], state(on).totals.system])),
  );
  on.answer('/getContacts', { ...listed('Ben'), blocked: [] });
  on.answer('/sync', synced({ blocked: [9], applications: 2 }));
  await inMode(on, 1);
  stop();
  expect([on.of('/getContacts').length, [...uniqueKeys]]).toEqual([2, ['[[9],2]']]);
});

it('CONF-2: a list that names a newer configuration has it fetched, any other asks nothing', async () => {
  const on = await open();
  on.answer('/getSystemInfo', { code: 0, data: config('New', 'e1', 3) });
  on.push('updateConfig', config('Old', 'e1', 2));
  const requestCount = on.of('/getSystemInfo').length;
  on.answer('/getContacts', { ...listed('Ben'), rev: 2 });
  await on.client.actions.refreshContacts();
  expect(on.of('/getSystemInfo')).toHaveLength(requestCount);
  on.answer('/getContacts', { ...listed('Ben'), rev: 3 });
  await on.client.actions.refreshContacts();
  await on.clock.advance(1_000);
  expect([on.of('/getSystemInfo').length, state(on).config.sysInfo.name]).toEqual([requestCount + 1, 'New']);
});

it('CONF-2: an older configuration takes nothing back, one of another history counts', async () => {
  const on = await open();
  const name = () => state(on).config.sysInfo.name;
  on.answer('/getSystemInfo', () => {
    on.push('updateConfig', config('New', 'e1', 3));
    return { code: 0, data: config('Old', 'e1', 2) };
  });
  expect(await on.client.actions.refreshConfig()).toMatchObject({ ok: true });
  expect(name()).toBe('New');
  on.answer('/sync', synced({ config: config('Old', 'e1', 2) }, 'c2'));
  on.socket().close();
  await on.clock.advance(20_000);
  expect([on.of('/sync').length, name()]).toEqual([1, 'New']);
  // The login for the relay in it may be a newer one.
  on.push('updateConfig', config('Same', 'e1', 3));
  expect(name()).toBe('Same');
  on.push('updateConfig', config('Restored', 'e2', 1));
  expect(name()).toBe('Restored');
  on.push('updateConfig', { sysInfo: { name: 'Plain' } });
  expect(name()).toBe('Plain');
});
