import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unreadOf } from '../../../src/domain/contact.ts';
import { groupStream, msgId, userId } from '../../../src/domain/ids.ts';
import type { MsgId, StreamId, UserId } from '../../../src/domain/ids.ts';
import type { WriteTx } from '../../../src/ports/store.ts';
import { group, member, post, token, user } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

/** The plain truth: every message that was ever listed, and what became of it. */
interface Said {
  readonly from: UserId;
  readonly at: readonly UserId[] | 'everyone';
  readonly msgId: MsgId;
  there: boolean;
  mentions: boolean;
  recalled: boolean;
  readonly seenBy: Set<UserId>;
}
interface Person {
  readonly id: UserId;
  read: number;
  mentionsRead: number;
  fromN: number;
}
interface Model {
  readonly stream: StreamId;
  readonly said: Said[];
  readonly people: Person[];
}

type Step = (tx: WriteTx, model: Model) => Promise<void>;
/** The message is unread for no member from now on (COUNT-17). */
const isGone = (one: Said): boolean => !one.there || one.recalled;
async function uncount(
  tx: WriteTx,
  { stream, said, people }: Model,
  one: Said,
  isKept: boolean,
): Promise<void> {
  const n = said.indexOf(one) + 1;
  const unread = people.filter(({ id, read }) => read < n && id !== one.from && !one.seenBy.has(id));
  expect(await tx.readingMarks.uncount(stream, { n, from: one.from }, isKept)).toBe(unread.length);
}

const pick = <T>(list: readonly T[], draw: number): T => list[draw % list.length] as T;

const steps = {
  say: async (tx, { stream, said, people }, a, b) => {
    const from = pick(people, a).id;
    const at =
      b % 4 === 0 ? 'everyone' : people.filter((_, index) => (b >> index) % 3 === 0).map((one) => one.id);
    const { msgId, n } = await post(tx, stream, { from });
    await tx.mentions.insert(stream, n, at === 'everyone' ? [0] : at);
    const own = (await tx.members.get(stream, from))?.own ?? 0;
    await tx.members.update(stream, from, { own: own + 1 });
    said.push({ from, at, msgId, there: true, mentions: true, recalled: false, seenBy: new Set() });
  },
  /** Counts like the record of an answered call (CALL-41). */
  see: async (tx, { stream, said, people }, a, b) => {
    if (said.length === 0) return;
    const person = pick(people, a);
    const n = (b % said.length) + 1;
    const line = said[n - 1];
    const member = await tx.members.get(stream, person.id);
    if (!line || !member || line.from === person.id || n <= member.mark || isGone(line)) return;
    const isFresh = await tx.readingMarks.insert(stream, person.id, n);
    expect(isFresh).toBe(!line.seenBy.has(person.id));
    line.seenBy.add(person.id);
    if (isFresh) await tx.members.update(stream, person.id, { own: member.own + 1 });
  },
  read: async (tx, { stream, said, people }, a, b) => {
    const person = pick(people, a);
    person.read = Math.max(person.read, b % (said.length + 1));
    const own = await tx.messages.ownAfter(stream, person.id, person.read);
    await tx.members.update(stream, person.id, { mark: person.read, own });
    await tx.readingMarks.deleteUpTo(stream, person.id, person.read);
  },
  readMentions: async (tx, { stream, said, people }, a) => {
    const person = pick(people, a);
    person.mentionsRead = said.length;
    await tx.members.update(stream, person.id, { mentionMark: said.length });
  },
  recall: async (tx, model, a) => {
    const { stream, said } = model;
    if (said.length === 0) return;
    const one = pick(said, a);
    if (!one.there || one.recalled) return;
    one.recalled = true;
    one.mentions = false;
    await tx.messages.update(one.msgId, { recalled: true, content: '' });
    await tx.mentions.delete(stream, said.indexOf(one) + 1);
    await uncount(tx, model, one, true);
  },
  drop: async (tx, model, a) => {
    const { stream, said } = model;
    if (said.length === 0) return;
    const one = pick(said, a);
    const wasCounted = one.there && !one.recalled;
    one.there = false;
    one.mentions = false;
    await tx.messages.delete(one.msgId);
    await tx.mentions.delete(stream, said.indexOf(one) + 1);
    if (wasCounted) await uncount(tx, model, one, false);
  },
  /** Clears up to the message and writes rows of members with remaining own lines (COUNT-10). */
  clear: async (tx, { stream, said, people }, a) => {
    const n = a % (said.length + 1);
    if (n === 0) return;
    while (await tx.messages.clear(stream, n, 2));
    for (const one of said.slice(0, n)) one.there = one.mentions = false;
    await tx.members.readAll(stream, n);
    for (const person of people) {
      person.read = Math.max(person.read, n);
      person.mentionsRead = Math.max(person.mentionsRead, n);
    }
    const left = said.slice(n);
    const owns = await tx.members.unreadWithOwn(stream, n);
    const matches = people.filter(
      ({ id, read }) => read <= n && left.some((one) => one.from === id || one.seenBy.has(id) || isGone(one)),
    );
    expect(owns.map((one) => one.user)).toEqual(matches.map((one) => one.id));
    for (const { user } of owns)
      await tx.members.update(stream, user, { mark: n, own: await tx.messages.ownAfter(stream, user, n) });
    const { ofAll, apart } = await tx.mentions.after(stream, n);
    expect(ofAll).toBe(left.filter((one) => one.mentions && one.at === 'everyone').length);
    for (const { id } of people)
      if (!apart.includes(id)) expect(await tx.mentions.count(stream, id, n)).toBe(ofAll);
  },
  comeAnew: async (tx, { stream, said, people }, a) => {
    const person = pick(people, a);
    const count = said.length;
    person.read = person.mentionsRead = person.fromN = count;
    const head = (await tx.streams.get(stream))?.head ?? 0;
    await tx.members.update(stream, person.id, { untilSeq: head });
    await tx.members.save(
      member(stream, person.id, { fromSeq: head, fromN: count, mark: count, mentionMark: count }),
    );
  },
} satisfies Record<string, (tx: WriteTx, model: Model, a: number, b: number) => Promise<void>>;

const stepsOf = fc.array(
  fc
    .tuple(
      fc.oneof(
        { weight: 5, arbitrary: fc.constant('say' as const) },
        { weight: 4, arbitrary: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])) },
      ),
      fc.nat(50),
      fc.nat(50),
    )
    .map(([name, a, b]): Step & { readonly title: string } =>
      Object.assign((tx: WriteTx, model: Model) => steps[name](tx, model, a, b), {
        title: `${name}(${a}, ${b})`,
      }),
    ),
  { maxLength: 30 },
);

/** Counting is arithmetic; here it is compared with a plain recount. */
export function counting(here: Here): void {
  it('COUNT-14, COUNT-15: counts and lists mentions read alone and added by an edit', async () => {
    const [stream, me] = [groupStream(7 as never), userId(5)];
    await here.store.write(async (tx) => {
      await tx.groups.insert(group({ name: 'Crew' }));
      for (let n = 1; n <= 4; n += 1) await post(tx, stream, { from: userId(6), content: `n ${n}` });
      await tx.members.save(member(stream, me, { mentionMark: 1 }));
      for (const n of [1, 2, 3]) await tx.mentions.insert(stream, n, [me]);
      await tx.mentions.insert(stream, 4, [0]);
      await tx.mentions.readOne(stream, me, 3);
      await tx.mentions.addLate(stream, 1, [me, userId(9)], []);
    });
    await here.store.read(async (tx) => {
      expect(await tx.mentions.count(stream, me, 1)).toBe(3);
      expect((await tx.conversations.one(me, stream))?.mentions).toBe(3);
      expect(await tx.mentions.first(stream, me, 1)).toBe(2);
      expect(await tx.mentions.apartAt(stream, 1)).toEqual([me]);
      const query = { stream, fromN: 0, limit: 9, mentioning: { user: me, afterN: 1 } };
      expect((await tx.messages.page(query)).rows.map(({ n }) => n)).toEqual([4, 2, 1]);
    });
    await here.store.write(async (tx) => {
      expect(await tx.mentions.endLate(stream, me, 1)).toBe(true);
      await tx.mentions.addLate(stream, 1, 'all', [me]);
      expect(await tx.mentions.count(stream, me, 1)).toBe(2);
      expect(await tx.mentions.endApart(stream, me, 4)).toBe(false);
      expect(await tx.mentions.count(stream, me, 1)).toBe(3);
    });
  });

  it('PUSH-17, PUSH-18: remembers whom edits mentioned, and which message a device shows', async () => {
    const stream = groupStream(8 as never);
    const me = await here.store.write((tx) => tx.users.insert(user()));
    await here.store.write(async (tx) => {
      await tx.groups.insert(group({ name: 'Crew' }));
      await post(tx, stream, { from: userId(999), content: 'n 1' });
      await tx.members.save(member(stream, me, { mentionMark: 1 }));
      await tx.mentions.insert(stream, 1, [me]);
      await tx.mentions.setNotice(stream, 1, { user: me, seq: 4 });
      await tx.mentions.setNotice(stream, 1, { user: 0, seq: -1 });
      expect(await tx.mentions.isUnread(stream, me, 1, 0)).toBe(true);
      expect(await tx.mentions.isUnread(stream, me, 1, 1)).toBe(false);
      await tx.mentions.addLate(stream, 1, [me], []);
      expect(await tx.mentions.isUnread(stream, me, 1, 1)).toBe(true);
      expect(await tx.mentions.notices(stream, 1)).toEqual([
        { user: 0, seq: -1 },
        { user: me, seq: 4 },
      ]);
      await tx.mentions.endNotices(stream, 1, 4);
      await tx.mentions.setNotice(stream, 1, { user: 0, seq: 9 });
      await tx.mentions.setNotice(stream, 2, { user: 0, seq: 9 });
    });
    await here.store.read(async (tx) => {
      expect(await tx.mentions.notices(stream, 1)).toEqual([
        { user: 0, seq: 9 },
        { user: me, seq: 0 },
      ]);
    });
    await here.store.write(async (tx) => {
      await tx.mentions.deleteNotices(stream, 1);
      expect([await tx.mentions.notices(stream, 1), (await tx.mentions.notices(stream, 2)).length]).toEqual([
        [],
        1,
      ]);
      await tx.tokens.insert(token({ user: me, cid: 'phone' }));
      await tx.push.saveShown('phone', 'chat', msgId(7));
      await tx.push.saveShown('phone', 'chat', msgId(8));
      expect(await tx.push.takeShownOf('chat', msgId(7), me)).toEqual([]);
      expect(await tx.push.takeShownOf('chat', msgId(8), userId(999))).toEqual([]);
      expect(await tx.push.takeShownOf('chat', msgId(8), me)).toEqual(['phone']);
      expect(await tx.push.takeShown('chat', me)).toEqual([]);
    });
  });

  it('COUNT-1: unread, mentions, last message and totals equal a plain recount', async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf, async (list) => {
        const model = await newModel(here);
        for (const step of list) await here.store.write((tx) => step(tx, model));
        for (const person of model.people) await expectRecount(here, model, person);
      }),
      { numRuns: 40 },
    );
  });
}

const newModel = (here: Here): Promise<Model> =>
  here.store.write(async (tx) => {
    const stream = groupStream(await tx.groups.insert(group({ owner: userId(1) })));
    await tx.streams.open(stream);
    const people: Person[] = [];
    for (let made = 0; made < 3; made += 1) {
      const id = await tx.users.insert(user());
      people.push({ id, read: 0, mentionsRead: 0, fromN: 0 });
      await tx.members.save(member(stream, id));
    }
    return { stream, said: [], people };
  });

async function expectRecount(
  here: Here,
  { stream, said }: Model,
  { id, read, mentionsRead, fromN }: Person,
): Promise<void> {
  await here.store.read(async (tx) => {
    const view = await tx.conversations.one(id, stream);
    const after = (mark: number) => said.slice(mark).filter((one) => one.from !== id);
    const mentioned = after(mentionsRead).filter(
      (one) => one.mentions && (one.at === 'everyone' || one.at.includes(id)),
    );
    const there = said
      .map((one, index) => ({ ...one, n: index + 1 }))
      .filter((one) => one.there && one.n > fromN);
    expect(
      unreadOf({ count: view?.stream.count ?? 0, mark: view?.member.mark ?? 0, own: view?.member.own ?? 0 }),
    ).toBe(after(read).filter((one) => !one.seenBy.has(id) && !isGone(one)).length);
    expect(view?.mentions).toBe(mentioned.length);
    expect(view?.last?.n ?? null).toBe(there.at(-1)?.n ?? null);
    const page = await tx.messages.page({ stream, fromN, limit: 5 });
    expect(page.rows.map((row) => row.n)).toEqual(
      there
        .slice(-5)
        .map((one) => one.n)
        .toReversed(),
    );
    expect(page.total).toBe(there.length);
  });
}
