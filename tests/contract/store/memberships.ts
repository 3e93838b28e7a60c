import { DEFAULT_GROUP_SETTING } from '../../../src/domain/group-fields.ts';
import { expect, it } from 'vitest';
import { clientId, groupId, streamId, userId } from '../../../src/domain/ids.ts';
import type { UserId } from '../../../src/domain/ids.ts';
import type { WriteTx } from '../../../src/ports/store.ts';
import { group, member, START_MS, user } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const S = streamId('group-1');
const [ANY, OWNER, LEAD] = [userId(7), userId(8), userId(9)];

/** Groups and who is in them. */
export function memberships(here: Here): void {
  const read = () =>
    here.store.read(async (tx) => ({
      of: (await tx.members.of(S)).map((row) => row.user),
      ids: await tx.members.idsOf(S),
      count: await tx.members.count(S),
    }));

  it('GROUP-1: a group comes back whole and a patch changes only what it names', async () => {
    const row = group({
      name: 'Team',
      setting: {
        ...DEFAULT_GROUP_SETTING,
        manage: true,
        invite: false,
        profile: true,
        history: true,
        nospeak: 2,
      },
    });
    const id = await here.store.write((tx) => tx.groups.insert(row));
    const find = () => here.store.read((tx) => tx.groups.byId(id));
    expect(await find()).toEqual({ ...row, id, members: 0 });
    await here.store.write((tx) =>
      tx.groups.update(id, { name: 'Crew', setting: { ...row.setting, nospeak: 0 } }),
    );
    expect(await find()).toEqual({
      ...row,
      id,
      name: 'Crew',
      setting: { ...row.setting, nospeak: 0 },
      members: 0,
    });
  });

  it('RETAIN-1: groups with a time of their own are listed with it, dissolved ones are not', async () => {
    const retained = () => here.store.read((tx) => tx.groups.retained());
    const [one, two, three] = await here.store.write(async (tx) => [
      await tx.groups.insert(group()),
      await tx.groups.insert(group()),
      await tx.groups.insert(group()),
    ]);
    expect(await retained()).toEqual(new Map());
    await here.store.write(async (tx) => {
      for (const id of [one, two, three]) if (id !== undefined) await tx.groups.retain(id, 7);
      if (two !== undefined) await tx.groups.retain(two, 0);
      if (three !== undefined) await tx.groups.end(three);
    });
    expect(await retained()).toEqual(new Map([[one, 7]]));
    if (one !== undefined) await here.store.write((tx) => tx.groups.retain(one, 30));
    expect(await retained()).toEqual(new Map([[one, 30]]));
  });

  it('GROUP-1: a dissolved group is gone and its number is not given again', async () => {
    const [first, second] = await here.store.write(async (tx) => {
      const made = await tx.groups.insert(group());
      await tx.groups.end(made);
      return [made, await tx.groups.insert(group())];
    });
    expect(first).not.toBe(second);
    expect(await here.store.read((tx) => tx.groups.byId(first as NonNullable<typeof first>))).toBeNull();
  });

  it('GROUP-1: members are listed by role, then by joining, whole or by page', async () => {
    await here.store.write(async (tx) => {
      await tx.groups.insert(group());
      await tx.members.save(member(S, ANY, { joinedAtMs: START_MS + 5 }));
      await tx.members.save(member(S, userId(5), { joinedAtMs: START_MS + 5 }));
      await tx.members.save(member(S, userId(6), { joinedAtMs: START_MS + 1 }));
      await tx.members.save(member(S, LEAD, { role: 2, joinedAtMs: START_MS + 9 }));
      await tx.members.save(member(S, OWNER, { role: 1, joinedAtMs: START_MS + 9 }));
    });
    expect(await read()).toEqual({ of: [OWNER, LEAD, 6, 5, ANY], ids: [5, 6, ANY, OWNER, LEAD], count: 5 });
    const page = (number: number) =>
      here.store.read(async (tx) =>
        (await tx.members.of(S, { page: number, limit: 2 })).map((row) => row.user),
      );
    expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([
      [OWNER, LEAD],
      [6, 5],
      [ANY],
      [],
    ]);
  });

  it('STREAM-10: a member row comes back whole', async () => {
    const row = member(S, ANY, {
      isTop: true,
      isNotice: false,
      fromSeq: 4,
      fromN: 3,
      mark: 3,
      own: 1,
      mentionMark: 2,
      hiddenTo: 5,
      archivedTo: 7,
      isMarked: true,
      markedFrom: 3,
      atOnly: true,
      quietUntilMs: 4_000_000_000_000,
      mutedUntilSec: 99,
      inviter: OWNER,
    });
    await here.store.write((tx) => tx.members.save(row));
    expect(await here.store.read((tx) => tx.members.get(S, ANY))).toEqual(row);
    await here.store.write((tx) =>
      tx.members.update(S, ANY, {
        mark: 9,
        own: 0,
        isTop: false,
        archivedTo: null,
        isMarked: false,
        markedFrom: null,
        atOnly: false,
        quietUntilMs: null,
        inviter: null,
      }),
    );
    expect(await here.store.read((tx) => tx.members.get(S, ANY))).toEqual({
      ...row,
      mark: 9,
      own: 0,
      isTop: false,
      archivedTo: null,
      isMarked: false,
      markedFrom: null,
      atOnly: false,
      quietUntilMs: null,
      inviter: null,
    });
  });

  it('STREAM-10: a former member is known as such and belongs to nothing', async () => {
    await here.store.write(async (tx) => {
      await tx.groups.insert(group());
      await tx.members.save(member(S, ANY));
      await tx.members.save(member(S, OWNER));
      await tx.members.save(member(streamId('7-8'), ANY));
      await tx.members.update(S, ANY, { untilSeq: 6 });
    });
    expect(await read()).toEqual({ of: [OWNER], ids: [OWNER], count: 1 });
    await here.store.read(async (tx) => {
      expect(await tx.members.get(S, ANY)).toBeNull();
      expect(await tx.members.getAny(S, ANY)).toMatchObject({ untilSeq: 6 });
      expect(await tx.members.streamsOf(ANY)).toEqual([streamId('7-8')]);
      expect(await tx.members.getAny(S, userId(99))).toBeNull();
    });
  });

  it('GROUP-31: a group knows how many are in it as they come, come back, leave and it ends', async () => {
    const two = [member(S, ANY), member(S, OWNER)] as const;
    const steps: readonly ((tx: WriteTx) => Promise<void>)[] = [
      async (tx) => void (await tx.groups.insert(group())),
      (tx) => tx.members.save(...two, member(S, LEAD, { untilSeq: 4 })),
      (tx) => tx.members.save(...two, member(S, LEAD)),
      (tx) => tx.members.update(S, LEAD, { untilSeq: 6, mark: 2 }),
      (tx) => tx.members.update(S, LEAD, { untilSeq: 7 }),
      (tx) => tx.members.update(S, ANY, { mark: 3 }),
      (tx) => tx.members.save(member(S, LEAD, { fromSeq: 9 })),
      (tx) => tx.members.endOf(S, [ANY, LEAD, userId(99)], 12),
      (tx) => tx.members.endOf(S, [ANY, OWNER], 13),
    ];
    const counts: number[] = [];
    for (const step of steps) {
      await here.store.write(step);
      const { count, ids } = await read();
      const row = await here.store.read((tx) => tx.groups.byId(groupId(1)));
      expect([ids.length, row?.members]).toEqual([count, count]);
      counts.push(count);
    }
    expect(counts).toEqual([0, 2, 3, 2, 2, 2, 3, 1, 0]);
    expect(await here.store.read((tx) => tx.members.getAny(S, LEAD))).toMatchObject({ untilSeq: 12 });
  });

  it('GROUP-32: a group that has ended is kept until all of its members are told', async () => {
    const [{ store }, stream, other] = [here, streamId('group-9'), streamId('group-8')];
    await store.write(async (tx) => {
      await tx.dissolvings.begin(stream, { seq: 5, by: userId(1) });
      await tx.dissolvings.begin(other, { seq: 3, by: userId(2) });
    });
    expect(
      await store.read(async (tx) => [
        await tx.dissolvings.list(9),
        await tx.dissolvings.list(1),
        await tx.dissolvings.get(stream),
      ]),
    ).toEqual([[other, stream], [other], { seq: 5, by: userId(1) }]);
    await store.write((tx) => tx.dissolvings.end(stream));
    expect(
      await store.read(async (tx) => [await tx.dissolvings.list(9), await tx.dissolvings.get(stream)]),
    ).toEqual([[other], null]);
  });

  it('GCALL-1: keeps the call of a group with its devices until it ends', async () => {
    const [{ store }, stream, other] = [here, streamId('group-9'), streamId('group-8')];
    const [anna, bela] = await store.write(async (tx) => [
      await tx.users.insert(user({ account: 'anna', realname: 'Anna Lake' })),
      await tx.users.insert(user({ account: 'bela', realname: 'Bela Hill' })),
    ]);
    const call = { stream, id: 'c1', startedAtMs: 5, startedBy: anna, users: [anna], removed: [], unit: '' };
    const device = (name: string, who: UserId, joinedAtMs: number) => ({
      stream,
      device: name,
      user: who,
      client: clientId(`socket of ${name}`),
      joinedAtMs,
      isHandRaised: false,
    });
    await store.write(async (tx) => {
      await tx.groupCalls.save(call);
      await tx.groupCalls.save({ ...call, stream: other, id: 'c2' });
      await tx.groupCalls.saveDevice(device('b', bela, 7));
      await tx.groupCalls.saveDevice(device('a', anna, 9));
      await tx.groupCalls.saveDevice({
        ...device('a', anna, 99),
        client: clientId('new'),
        isHandRaised: true,
      });
      await tx.groupCalls.save({ ...call, users: [anna, bela], removed: [bela] });
    });
    const read = () =>
      store.read(async (tx) => ({
        call: await tx.groupCalls.get(stream),
        all: [...(await tx.groupCalls.of([stream, other, streamId('group-7')])).keys()].toSorted(),
        ofBela: await tx.groupCalls.streamsOf(bela),
        sockets: (await tx.groupCalls.sockets()).map(({ device: name }) => name).toSorted(),
        count: await tx.groupCalls.count(),
      }));
    expect(await read()).toMatchObject({
      call: {
        ...call,
        users: [anna, bela],
        removed: [bela],
        devices: [
          { device: 'b', user: bela, name: 'Bela Hill', joinedAtMs: 7, isHandRaised: false },
          { device: 'a', user: anna, name: 'Anna Lake', joinedAtMs: 9, isHandRaised: true, client: 'new' },
        ],
      },
      all: [other, stream],
      ofBela: [stream],
      sockets: ['a', 'b'],
      count: 2,
    });
    await store.write((tx) => tx.groupCalls.dropDevice(stream, 'b'));
    expect(await read()).toMatchObject({ ofBela: [], sockets: ['a'] });
    await store.write((tx) => tx.groupCalls.end(stream));
    expect(await read()).toMatchObject({ call: null, all: [other], sockets: [], count: 1 });
  });

  it('GROUP-1: whoever is in a group where nothing was said yet reads it from its beginning', async () => {
    const row = member(S, ANY);
    await here.store.write((tx) => tx.members.save(row));
    expect(await here.store.read((tx) => tx.members.get(S, ANY))).toEqual(row);
    expect(await here.store.read((tx) => tx.members.of(S))).toEqual([row]);
  });

  it('GROUP-31: what fails counts nobody', async () => {
    await here.store.write((tx) => tx.groups.insert(group()));
    const failing = here.store.write(async (tx) => {
      await tx.members.save(member(S, ANY));
      expect(await tx.members.count(S)).toBe(1);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await read()).toEqual({ of: [], ids: [], count: 0 });
  });

  it('GROUP-2: which of some are members is told, former ones and others aside', async () => {
    await here.store.write((tx) => tx.members.save(member(S, ANY), member(S, OWNER, { untilSeq: 3 })));
    const among = (users: readonly number[]) =>
      here.store.read(async (tx) => [...(await tx.members.among(S, users.map(userId)))]);
    expect([await among([7, 8, 9, 7]), await among([9]), await among([])]).toEqual([[7], [], []]);
  });

  it('GROUP-19: who came after a message is told by its ordinal, former members aside', async () => {
    await here.store.write(async (tx) => {
      await tx.members.save(member(S, OWNER));
      await tx.members.save(member(S, LEAD, { fromN: 4 }));
      await tx.members.save(member(S, ANY, { fromN: 5 }));
      await tx.members.save(member(S, userId(6), { fromN: 9, untilSeq: 3 }));
      await tx.members.save(member(streamId('group-99'), userId(7), { fromN: 9 }));
    });
    const after = (n: number) =>
      here.store.read(async (tx) =>
        [...(await tx.members.cameAfter(S, n, requests))].toSorted((a, b) => a - b),
      );
    const requests = [OWNER, LEAD, ANY, userId(6), userId(7)];
    expect([await after(4), await after(5), await after(6)]).toEqual([
      [LEAD, ANY].toSorted((a, b) => a - b),
      [ANY],
      [],
    ]);
    expect([...(await here.store.read((tx) => tx.members.cameAfter(S, 4, [ANY])))]).toEqual([ANY]);
  });

  it('STREAM-11: one who comes back has one new interval and nothing of the old', async () => {
    await here.store.write(async (tx) => {
      await tx.groups.insert(group());
      await tx.members.save(member(S, ANY, { role: 2, isTop: true, mark: 3 }));
      await tx.members.update(S, ANY, { untilSeq: 6 });
      await tx.members.save(member(S, ANY, { fromSeq: 9, fromN: 5, mark: 5 }));
    });
    expect(await here.store.read((tx) => tx.members.get(S, ANY))).toEqual(
      member(S, ANY, { fromSeq: 9, fromN: 5, mark: 5 }),
    );
    expect(await read()).toEqual({ of: [ANY], ids: [ANY], count: 1 });
  });

  it('STREAM-10: thousands of memberships are listed in one call, in order', async () => {
    const names = Array.from({ length: 1_200 }, (_, index) => streamId(`group-${index + 1}`));
    await here.store.write(async (tx) => {
      for (const name of names) await tx.members.save(member(name, ANY));
    });
    expect(await here.store.read((tx) => tx.members.streamsOf(ANY))).toEqual(names.toSorted());
  });
}
