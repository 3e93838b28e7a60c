import { expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/domain/config.ts';
import { USUAL_PRIVACY } from '../../../src/domain/privacy.ts';
import { groupId, userId, type UserId } from '../../../src/domain/ids.ts';
import type { WriteTx } from '../../../src/ports/store.ts';
import { StoreConflictError } from '../../../src/server/kernel/store-errors.ts';
import { friend, invite, reportOf, START_MS, token, user } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

/** Users, tokens, invitations, configuration, friends. */
export function people(here: Here): void {
  const somebody = () => here.store.write((tx) => tx.users.insert(user()));

  it('ACC-1: a user is found by id, by account and among many; every field comes back', async () => {
    const row = user({
      account: 'ann77',
      isAuth: true,
      sex: 2,
      role: 1,
      lastLoginIp: '192.0.2.1',
      privacy: { ...USUAL_PRIVACY, typing: false, seen: 'none' },
      motto: 'l’été 你好 😀',
    });
    const id = await here.store.write((tx) => tx.users.insert(row));
    const other = await somebody();
    await here.store.read(async (tx) => {
      expect(await tx.users.byId(id)).toEqual({ ...row, id });
      expect(await tx.users.byAccount('ann77')).toEqual({ ...row, id });
      expect(await tx.users.byAccount('ANN77')).toBeNull();
      expect(await tx.users.byId(userId(99))).toBeNull();
      expect([await tx.users.privacy(id), await tx.users.privacy(other)]).toEqual([
        row.privacy,
        USUAL_PRIVACY,
      ]);
      expect(await tx.users.privacy(userId(99))).toBeNull();
      expect(
        [...(await tx.users.byIds([other, id, userId(99), id])).keys()].toSorted((a, b) => a - b),
      ).toEqual([id, other]);
      expect((await tx.users.byIds([])).size).toBe(0);
      expect((await tx.users.activeAmong([other, id, userId(99)])).toSorted((a, b) => a - b)).toEqual([
        id,
        other,
      ]);
      expect(await tx.users.count()).toBe(2);
    });
  });

  it('SEEN-1: the minute of somebody is a register: an older one changes nothing', async () => {
    const [id, other] = [await somebody(), await somebody()];
    for (const minute of [7, 9, 8]) await here.store.write((tx) => tx.users.noteSeen(id, minute));
    await here.store.read(async (tx) => {
      expect([await tx.users.lastSeen(id), await tx.users.lastSeen(other)]).toEqual([9, null]);
    });
  });

  it('BLOCK-6, BLOCK-7: blocked people are kept once, newest first, known from both sides', async () => {
    const [me, one, two] = [userId(7), userId(8), userId(9)];
    await here.store.write(async (tx) => {
      for (const [at, other] of [one, two, one].entries())
        await tx.blocked.insert({ user: me, other, atMs: START_MS + at });
      await tx.blocked.insert({ user: two, other: me, atMs: START_MS });
    });
    await here.store.read(async (tx) => {
      expect(await tx.blocked.of(me)).toEqual([
        { user: me, other: two, atMs: START_MS + 1 },
        { user: me, other: one, atMs: START_MS },
      ]);
      expect(await tx.blocked.of(me, { page: 2, limit: 1 })).toEqual([
        { user: me, other: one, atMs: START_MS },
      ]);
      expect([await tx.blocked.has(me, one), await tx.blocked.has(one, me)]).toEqual([true, false]);
      expect([await tx.blocked.count(me), await tx.blocked.count(one)]).toEqual([2, 0]);
      expect((await tx.blocked.apart(me)).toSorted((a, b) => a - b)).toEqual([one, two]);
      expect(await tx.blocked.apart(one)).toEqual([me]);
    });
    await here.store.write((tx) => tx.blocked.delete(me, two));
    expect(await here.store.read((tx) => tx.blocked.of(me))).toEqual([
      { user: me, other: one, atMs: START_MS },
    ]);
  });

  it('ACC-1: thousands of users are found in one call', async () => {
    const ids = await here.store.write(async (tx) => {
      const made: UserId[] = [];
      for (let count = 0; count < 1_300; count += 1) made.push(await tx.users.insert(user()));
      return made;
    });
    const match = await here.store.read((tx) => tx.users.byIds(ids));
    expect(match.size).toBe(1_300);
    expect(ids.every((id) => match.get(id)?.id === id)).toBe(true);
  });

  it('ACC-1: an account belongs to one user', async () => {
    await here.store.write((tx) => tx.users.insert(user({ account: 'taken' })));
    await expect(here.store.write((tx) => tx.users.insert(user({ account: 'taken' })))).rejects.toThrow(
      StoreConflictError,
    );
  });

  it('ACC-2: a patch changes only what it names', async () => {
    const row = user({ realname: 'Before' });
    const id = await here.store.write((tx) => tx.users.insert(row));
    await here.store.write(async (tx) => {
      await tx.users.update(id, { realname: 'After', active: false });
      await tx.users.update(id, {});
    });
    expect(await here.store.read((tx) => tx.users.byId(id))).toEqual({
      ...row,
      id,
      realname: 'After',
      active: false,
    });
  });

  it('DATA-10: logins of an erased account are known by digest, as long as they would last', async () => {
    const { store } = here;
    const [one, two] = await store.write(async (tx) => [
      await tx.users.insert(user()),
      await tx.users.insert(user()),
    ]);
    if (!one || !two) throw new Error('two people');
    await store.write(async (tx) => {
      for (const [hash, lives] of [
        ['over', 0],
        ['soon', 10],
        ['long', 1e9],
      ] as const)
        await tx.tokens.insert(token({ user: one, hash, expiresAtMs: START_MS + lives }));
      await tx.tokens.insert(token({ user: two, hash: 'other', expiresAtMs: START_MS + 1e9 }));
      await tx.erasing.noteLogins(one, tx.nowMs);
    });
    const listKnown = () =>
      store.read((tx) =>
        Promise.all(['over', 'soon', 'long', 'other'].map((hash) => tx.erasing.wasErased(hash))),
      );
    expect(await listKnown()).toEqual([false, true, true, false]);
    await here.clock.advance(10);
    await store.write((tx) => tx.upkeep.deleteExpired(9));
    expect(await listKnown()).toEqual([false, false, true, false]);
  });

  it('DATA-9: who calls somebody by a name, and what waits between them and others', async () => {
    const { store } = here;
    const [me, b, c, d, e, f] = (await store.write(async (tx) => {
      const all: UserId[] = [];
      for (let many = 0; many < 6; many += 1) all.push(await tx.users.insert(user()));
      return all;
    })) as [UserId, UserId, UserId, UserId, UserId, UserId];
    const row = { nickname: '', remark: 'hello', isInvite: true, createdAtMs: 1, updatedAtMs: 1 };
    const ids = await store.write(async (tx) => [
      await tx.friends.insert({ ...row, creator: me, friend: b, status: 2 }),
      await tx.friends.insert({ ...row, creator: c, friend: me, status: 2 }),
      await tx.friends.insert({ ...row, creator: d, friend: me, status: 0 }),
      await tx.friends.insert({ ...row, creator: e, friend: me, status: 1, nickname: 'old' }),
      await tx.friends.insert({ ...row, creator: me, friend: e, status: 1, nickname: 'new' }),
      await tx.friends.insert({ ...row, creator: f, friend: me, status: 1 }),
    ]);
    expect(await store.read((tx) => tx.erasing.waitingOf(me))).toEqual([
      { id: ids[0], creator: me, friend: b },
      { id: ids[1], creator: c, friend: me },
    ]);
    expect(await store.read((tx) => tx.erasing.remarkedBy(me))).toEqual([e]);
  });

  it('ACC-4: only live tokens of active users are found', async () => {
    const id = await somebody();
    const row = token({ user: id, isMobile: true, cid: 'c1' });
    await here.store.write((tx) => tx.tokens.insert(row));
    const find = (nowMs: number) => here.store.read((tx) => tx.tokens.byHash(row.hash, nowMs));
    expect(await find(START_MS + 999)).toEqual(row);
    expect(await find(START_MS + 1_000)).toBeNull();
    await here.store.write((tx) => tx.tokens.update(row.hash, { cid: 'c2' }));
    expect((await find(START_MS))?.cid).toBe('c2');
    await here.store.write((tx) => tx.users.update(id, { active: false }));
    expect(await find(START_MS)).toBeNull();
  });

  it('REPORT-1, REPORT-5, REPORT-6: one of each waits, is decided once, and goes at its time', async () => {
    const { store } = here;
    const write: typeof store.write = (work) => store.write(work);
    const read: typeof store.read = (work) => store.read(work);
    const [id, other] = [await somebody(), await somebody()];
    const add = (who: UserId, about = 'm') => write((tx) => tx.reports.insert(reportOf(who, about)));
    const [first, again, theirs] = [await add(id), await add(id), await add(other)];
    expect([again, typeof first, typeof theirs]).toEqual([null, 'number', 'number']);
    expect(await Promise.all([1, 2, 3].map(() => add(id, 'n')))).toContain(null);
    expect(await read((tx) => tx.reports.countOf(id, 0))).toEqual({ lately: 2, open: 2 });
    const decision = { what: 'dismissed', note: 'no', by: 'root', atMs: 5, eraseMs: START_MS - 1 } as const;
    const decide = () => write((tx) => tx.reports.decide(first ?? 0, decision));
    expect([await decide(), await decide()]).toEqual([true, false]);
    expect(await read((tx) => tx.reports.byId(first ?? 0))).toMatchObject({
      ...reportOf(id),
      decision,
      looks: [],
    });
    expect(await read((tx) => tx.reports.isOpen(id, 'message', 'm'))).toBe(false);
    expect(typeof (await add(id))).toBe('number');
    const listed = (open: boolean) => read((tx) => tx.reports.list({ open, page: 1, limit: 9 }));
    expect([(await listed(true)).total, (await listed(false)).rows.map((row) => row.id)]).toEqual([
      3,
      [first],
    ]);
    await write((tx) => tx.upkeep.deleteExpired(9));
    expect([(await listed(true)).total, (await listed(false)).total]).toEqual([3, 0]);
  });

  it('LOGINS-3: where and when a login was used is a register: an older minute changes nothing', async () => {
    const id = await somebody();
    const lastUse = { place: '192.0.2.1', minute: 7 };
    const [row, other] = [token({ user: id, device: 'Firefox · Linux', lastUse }), token({ user: id })];
    await here.store.write(async (tx) => {
      await tx.tokens.insert(row);
      await tx.tokens.insert(other);
      await tx.tokens.noteUse(row.hash, { place: '192.0.2.2', minute: 9 });
      await tx.tokens.noteUse(row.hash, { place: '192.0.2.3', minute: 8 });
      await tx.tokens.noteUse('nobody’s', lastUse);
    });
    const matches = await here.store.read((tx) => tx.tokens.ofUser(id, START_MS));
    expect(matches).toEqual([{ ...row, lastUse: { place: '192.0.2.2', minute: 9 } }, other]);
    expect((await here.store.read((tx) => tx.tokens.byHash(row.hash, START_MS)))?.lastUse.minute).toBe(9);
  });

  it('SECOND-1, SECOND-5: a second step is proved once, and ends with its recovery codes', async () => {
    const [id, other] = [await somebody(), await somebody()];
    await here.store.write(async ({ secondSteps: steps }) => {
      expect([await steps.begin(id, 'aa'), await steps.begin(id, 'bb')]).toEqual([true, true]);
      expect([await steps.takeStep(id, 9), await steps.turnOn(id, 'aa', 7)]).toEqual([false, false]);
      expect([await steps.turnOn(other, 'bb', 7), await steps.turnOn(id, 'bb', 7)]).toEqual([false, true]);
      expect([await steps.turnOn(id, 'bb', 8), await steps.begin(id, 'cc')]).toEqual([false, false]);
      await steps.addRecovery(id, ['x', 'y']);
    });
    const look = () =>
      here.store.read(async ({ secondSteps: steps }) => [
        await steps.get(id),
        await steps.get(other),
        await steps.recoveryLeft(id),
      ]);
    expect(await look()).toEqual([{ user: id, secret: 'bb', isOn: true, lastStep: 7 }, null, 2]);
    await here.store.write(async ({ secondSteps: steps }) => {
      expect([await steps.end(other), await steps.end(id), await steps.end(id)]).toEqual([
        false,
        true,
        false,
      ]);
    });
    expect(await look()).toEqual([null, null, 0]);
  });

  it('SECOND-3, SECOND-4: a half minute and a recovery code are taken once, of several by one', async () => {
    const [id, other] = [await somebody(), await somebody()];
    await here.store.write(async ({ secondSteps: steps }) => {
      await steps.begin(id, 'aa');
      await steps.turnOn(id, 'aa', 7);
      await steps.addRecovery(id, ['x', 'y']);
    });
    const each = <T>(work: (steps: WriteTx['secondSteps']) => Promise<T>) =>
      Promise.all([1, 2, 3].map(() => here.store.write((tx) => work(tx.secondSteps))));
    expect((await each((steps) => steps.takeStep(id, 8))).filter(Boolean)).toHaveLength(1);
    expect((await each((steps) => steps.takeStep(id, 7))).filter(Boolean)).toHaveLength(0);
    expect((await each((steps) => steps.takeRecovery(id, 'x'))).filter(Boolean)).toHaveLength(1);
    expect((await each((steps) => steps.takeRecovery(other, 'y'))).filter(Boolean)).toHaveLength(0);
  });

  it('ACC-5: ending a token, or all but one, ends exactly those', async () => {
    const [id, other] = [await somebody(), await somebody()];
    const rows = [token({ user: id }), token({ user: id }), token({ user: id }), token({ user: other })];
    const left = () =>
      here.store.read(async (tx) =>
        [...(await tx.tokens.ofUser(id, START_MS)), ...(await tx.tokens.ofUser(other, START_MS))].map(
          (row) => row.hash,
        ),
      );
    const [first, second, third, theirs] = rows.map((row) => row.hash) as [string, string, string, string];
    await here.store.write(async (tx) => {
      for (const row of rows) await tx.tokens.insert(row);
      await tx.tokens.end(first);
    });
    expect(await left()).toEqual([second, third, theirs]);
    await here.store.write((tx) => tx.tokens.endOf(id, third));
    expect(await left()).toEqual([third, theirs]);
    await here.store.write((tx) => tx.tokens.endOf(id));
    expect(await left()).toEqual([theirs]);
  });

  it('START-5: a code serves one registration, and none after its time', async () => {
    const id = await somebody();
    await here.store.write(async (tx) => {
      await tx.invites.insert(invite('AAAA2222', START_MS + 10));
      await tx.invites.insert(invite('BBBB3333', START_MS + 10));
      expect(await tx.invites.use('AAAA2222', id)).toBe(true);
      expect(await tx.invites.use('AAAA2222', id)).toBe(false);
      expect(await tx.invites.use('none', id)).toBe(false);
    });
    await here.clock.advance(10);
    expect(await here.store.write((tx) => tx.invites.use('BBBB3333', id))).toBe(false);
    const codes = await here.store.read(async (tx) => [
      await tx.invites.byCode('AAAA2222'),
      await tx.invites.byCode('none'),
    ]);
    expect(codes).toEqual([{ ...invite('AAAA2222', START_MS + 10), used: 1 }, null]);
  });

  it('INVITE-1, INVITE-2: so many places, each taken once, until its end or its ending', async () => {
    const id = await somebody();
    const row = { ...invite('CCCC', START_MS + 10), max: 2, role: 2, group: groupId(7) } as const;
    await here.store.write(async (tx) => {
      await tx.invites.insert(row);
      await tx.invites.insert(invite('DDDD', START_MS + 20));
    });
    const use = () => here.store.write((tx) => tx.invites.use('CCCC', id));
    const live = (nowMs: number) => here.store.read((tx) => tx.invites.live(nowMs, 9));
    expect(await use()).toBe(true);
    expect((await live(START_MS)).map(({ code, used }) => [code, used])).toEqual([
      ['CCCC', 1],
      ['DDDD', 0],
    ]);
    expect(await here.store.read((tx) => tx.invites.byCode('CCCC'))).toEqual({ ...row, used: 1 });
    const more = await Promise.all(Array.from({ length: 51 }, use));
    expect(more.filter(Boolean)).toHaveLength(1);
    expect((await live(START_MS)).map(({ code }) => code)).toEqual(['DDDD']);
    expect(await live(START_MS + 20)).toEqual([]);
    const end = () => here.store.write((tx) => tx.invites.end('DDDD'));
    expect([await end(), await end()]).toEqual([true, false]);
  });

  it('CONF-1: the configuration starts with its defaults and its version rises with each change', async () => {
    const get = () => here.store.read((tx) => tx.config.get());
    expect(await get()).toEqual({ config: DEFAULT_CONFIG, version: 0 });
    const config = { ...DEFAULT_CONFIG, chatInfo: { ...DEFAULT_CONFIG.chatInfo, sendIntervalSec: 3 } };
    await here.store.write((tx) => tx.config.set(config));
    expect(await get()).toEqual({ config, version: 1 });
    await here.store.write((tx) => tx.config.set(DEFAULT_CONFIG));
    expect(await get()).toEqual({ config: DEFAULT_CONFIG, version: 2 });
  });

  it('FRIEND-2: applications are listed newest first and by page, for both sides', async () => {
    const [me, a, b] = [await somebody(), await somebody(), await somebody()];
    const ids = await here.store.write(async (tx) => [
      await tx.friends.insert(friend(a, me, { createdAtMs: START_MS + 1 })),
      await tx.friends.insert(friend(b, me, { status: 0 })),
      await tx.friends.insert(friend(a, me, { createdAtMs: START_MS + 5 })),
      await tx.friends.insert(friend(me, b, { isInvite: false, status: 1 })),
    ]);
    await here.store.read(async (tx) => {
      const page = async (number: number) => tx.friends.applications(me, 'received', number, 2);
      expect((await page(1)).rows.map((row) => row.id)).toEqual([ids[2], ids[1]]);
      expect((await page(2)).rows.map((row) => row.id)).toEqual([ids[0]]);
      expect((await page(1)).total).toBe(3);
      expect((await tx.friends.applications(a, 'sent', 1, 9)).total).toBe(2);
      expect((await tx.friends.applications(me, 'sent', 1, 9)).total).toBe(0);
      expect(await tx.friends.pending(me)).toEqual({ count: 2, newestAtMs: START_MS + 5 });
      expect(await tx.friends.pending(b)).toEqual({ count: 0, newestAtMs: 0 });
    });
  });

  it('FRIEND-3: friends are two rows with status 1; a refused row is none', async () => {
    const [a, b] = [await somebody(), await somebody()];
    const friends = () =>
      here.store.read((tx) => Promise.all([tx.friends.areFriends(a, b), tx.friends.areFriends(b, a)]));
    const row = friend(a, b);
    const [mine, theirs] = await here.store.write(async (tx) => [
      await tx.friends.insert(row),
      await tx.friends.insert(friend(b, a, { isInvite: false, status: 1 })),
    ]);
    expect(await friends()).toEqual([false, false]);
    expect(await here.store.read((tx) => tx.friends.between(a, b))).toEqual({ ...row, id: mine });
    await here.store.write((tx) => tx.friends.update(mine, { status: 1, updatedAtMs: START_MS + 9 }));
    expect(await friends()).toEqual([true, true]);
    expect(await here.store.read((tx) => tx.friends.byId(mine))).toEqual({
      ...row,
      id: mine,
      status: 1,
      updatedAtMs: START_MS + 9,
    });
    await here.store.write((tx) => tx.friends.update(mine, { status: 0 }));
    expect(await here.store.read((tx) => tx.friends.between(a, b))).toBeNull();
    await here.store.write((tx) => tx.friends.end(theirs));
    expect(await here.store.read((tx) => tx.friends.byId(theirs))).toBeNull();
  });

  it('FRIEND-5: remarks are mine, of friends, and never empty', async () => {
    const [me, a, b, c] = [await somebody(), await somebody(), await somebody(), await somebody()];
    await here.store.write(async (tx) => {
      await tx.friends.insert(friend(me, a, { status: 1, nickname: 'Annie' }));
      await tx.friends.insert(friend(me, b, { status: 1 }));
      await tx.friends.insert(friend(me, c, { status: 2, nickname: 'not yet' }));
      await tx.friends.insert(friend(a, me, { status: 1, nickname: 'theirs' }));
    });
    expect(await here.store.read((tx) => tx.friends.nicknames(me, [a, b, c]))).toEqual(
      new Map([[a, 'Annie']]),
    );
  });
}
