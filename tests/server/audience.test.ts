import { describe, expect, it, vi } from 'vitest';
import { groupId, groupStream, privateStream, userId } from '../../src/domain/ids.ts';
import type { StreamId, UserId } from '../../src/domain/ids.ts';
import { Audience } from '../../src/server/delivery/audience.ts';
import { twoNodes } from '../support/two-nodes.ts';

const [anna, bela, cleo, dora] = [1, 2, 3, 4].map(userId) as [UserId, UserId, UserId, UserId];
const heads = (...streams: readonly StreamId[]) => new Map(streams.map((stream) => [stream, 0]));
const group = groupStream(groupId(1));

const here = (audience: Audience, id: UserId) => [...audience.partnersHere(id)].map((user) => user.id);

describe('PRES-1: connected users who share a one-to-one conversation', () => {
  it.each([['asked before anybody came'], ['asked first when all were there']])('PRES-1: %s', (when) => {
    const audience = new Audience();
    if (when.includes('before')) expect(here(audience, dora)).toEqual([]);
    const first = audience.add(anna, heads(privateStream(anna, dora), privateStream(anna, bela), group));
    const second = audience.add(bela, heads(privateStream(bela, dora), group));
    const third = audience.add(cleo, heads(group, privateStream(cleo, cleo)));

    expect(here(audience, dora)).toEqual([anna, bela]);
    expect(here(audience, bela)).toEqual([anna]);
    expect(here(audience, cleo), 'notes to oneself').toEqual([cleo]);

    audience.leave(first, privateStream(anna, dora));
    audience.leave(first, group);
    expect(here(audience, dora)).toEqual([bela]);
    audience.join(third, privateStream(cleo, dora), 5, 5);
    audience.join(third, privateStream(cleo, dora), 6, 6);
    expect(here(audience, dora)).toEqual([bela, cleo]);
    audience.drop(second);
    audience.leave(third, privateStream(cleo, dora));
    expect(here(audience, dora)).toEqual([]);
    audience.add(bela, heads(privateStream(bela, dora)));
    expect(here(audience, dora)).toEqual([bela]);
  });

  it('PRES-1, NODE-3: a user who comes to another node costs a check of their friends only', async () => {
    const nodes = await twoNodes();
    const [friend, stranger] = [await nodes.one.person('friend'), await nodes.one.person('stranger')];
    const comes = await nodes.one.person('comes');
    await nodes.one.befriend(friend, comes);
    const [near, far] = [await nodes.one.online(friend), await nodes.one.online(stranger)];
    const all = vi.spyOn(Audience.prototype, 'all');

    await nodes.two.online(comes);
    await nodes.pass(1_500);

    expect(near.of('presence').map(({ data }) => data as unknown)).toEqual([{ on: [comes.id], off: [] }]);
    expect(far.of('presence')).toEqual([]);
    expect(all).not.toHaveBeenCalled();
    all.mockRestore();
    await nodes.close();
  });
});
