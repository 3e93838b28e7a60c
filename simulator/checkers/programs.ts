import { userId } from '../../src/domain/ids.ts';
import type { EventFacts } from '../../src/ports/store.ts';
import type { OutgoingRow } from '../../src/ports/store/bots.ts';
import { isLineFor } from '../oracle/blocked.ts';
import { isActive } from '../oracle/programs.ts';
import { chatOf } from '../oracle/state.ts';
import type { ProgramOfBot, World } from '../world/world-type.ts';
import { intervalsOf } from './checker.ts';
import type { Checker, Ledger } from './checker.ts';
import { reviewOf } from './reviewed.ts';

/**
 * A program with the library is given each message of another user once and in the order of its chat, also of
 * the times when it was away (BOT-11).
 */
export const botsChecker: Checker = {
  name: 'a bot misses nothing',
  end: (world) => (world.programs?.bots ?? []).flatMap((bot) => botFaults(world, bot)),
};

function botFaults(
  world: World,
  { person: { id: me, account }, heard, starts }: ProgramOfBot,
): readonly string[] {
  const { oracle } = reviewOf(world);
  return [...starts].flatMap(([contact, start]) => {
    const name = chatOf(me, contact);
    const seat = name === null || name === 'notice' ? null : oracle.seat(me, name);
    const numbers = heard.filter(({ chat }) => chat === contact).map(({ n }) => n);
    const disorder = numbers.findIndex((n, at) => at > 0 && n <= (numbers[at - 1] ?? 0));
    if (disorder >= 0)
      return [`${account}: ${contact} gave ${numbers[disorder]} after ${numbers[disorder - 1]}`];
    if (name === null || !seat) return [];
    const missed = (oracle.chats.get(name)?.lines ?? []).filter(
      ({ n, by, kind, recalled, isDeleted }) =>
        n > Math.max(start, seat.since) && by !== me && kind !== 'event' && !recalled && !isDeleted,
    );
    return missed
      .filter((line) => isLineFor(line, me) && !numbers.includes(line.n))
      .map(({ n }) => `${account} was not given ${n} of ${contact}`);
  });
}

/** Kinds of events, by what an admin chooses (docs/hooks.md). */
const CHOSEN: Partial<Record<EventFacts['kind'], string>> = {
  message: 'messages',
  edited: 'changes',
  recall: 'changes',
  delete: 'changes',
  reacted: 'reactions',
  pinned: 'pins',
  unpinned: 'pins',
  added: 'members',
  removed: 'members',
};

/** Longer than the waits after a few failures, by the clock of a node that is hours behind. */
const [STEP_MS, WAIT_MAX_MS] = [2_000, 8 * 3_600_000];

/**
 * Each event of a group that a hook reports is delivered at least once, in the order of the group; no other
 * event is (HOOK-10, HOOK-12).
 */
export const outgoingChecker: Checker = {
  name: 'outgoing hooks deliver all, in order',
  end: async (world, ledger) => {
    const { receivers } = world.environment;
    if (receivers === null) return [];
    const streams = [...ledger.events.keys()].filter((name) => name.startsWith('group-'));
    const all = () => world.store.read((tx) => Promise.all(streams.map((one) => tx.outgoing.ofStream(one))));
    const isBehind = (hook: OutgoingRow): boolean =>
      isReachable(world, hook) && hook.seq < (ledger.heads.get(hook.stream)?.head ?? 0);
    for (let ms = STEP_MS; ms < WAIT_MAX_MS && (await all()).flat().some(isBehind); ms *= 1.3)
      await world.clock.advance(ms);
    return (await all()).flat().flatMap((hook) => hookFaults(world, ledger, hook));
  },
};

function isReachable(world: World, { user, url, stream }: OutgoingRow): boolean {
  const { oracle } = reviewOf(world);
  return !/\/(?:down|moved)\//.test(url) && isActive(oracle, user) && oracle.seat(user, stream) !== null;
}

function hookFaults(world: World, ledger: Ledger, hook: OutgoingRow): readonly string[] {
  const { user, stream, kinds } = hook;
  const sent = (world.environment.receivers?.deliveries ?? []).flatMap(({ id, isTaken }) => {
    const [, bot, seq] = /^evt_(\d+)_(\d+)_/.exec(id) ?? [];
    return Number(bot) === user ? [{ seq: Number(seq), isTaken }] : [];
  });
  const there = intervalsOf(ledger, userId(user), stream);
  const expected = (ledger.events.get(stream) ?? []).filter(({ seq, facts }) => {
    const chosen = CHOSEN[facts.kind];
    const isPrivate = facts.only !== undefined && facts.only !== user;
    const isThere = there.some(({ base, until }) => seq > base && seq <= until);
    return isThere && !isPrivate && chosen !== undefined && (kinds as readonly string[]).includes(chosen);
  });
  const expectedSeqs = new Set(expected.map(({ seq }) => seq));
  const strange = sent.filter(({ seq }) => !expectedSeqs.has(seq));
  const again = repeatsOf(world, user);
  const firsts = [...new Set(sent.filter(({ isTaken }) => isTaken).map(({ seq }) => seq))];
  const inTurn = firsts.filter((seq) => !again.has(seq));
  const disorder = inTurn.findIndex((seq, at) => at > 0 && seq < (inTurn[at - 1] ?? 0));
  const isWhole = isReachable(world, hook) && !world.programs?.unreachable.has(user);
  const missed = isWhole ? expected.filter(({ seq }) => !firsts.includes(seq)) : [];
  return [
    ...strange.map(({ seq }) => `hook ${user} was sent ${seq} of ${stream}, which is not for it`),
    ...(disorder < 0 ? [] : [`hook ${user} was sent ${inTurn[disorder]} after ${inTurn[disorder - 1]}`]),
    ...missed.map(({ seq, facts }) => `hook ${user} was never sent ${seq} of ${stream}, ${facts.kind}`),
  ];
}

/** Events that an admin sent again, out of their turn. */
const repeatsOf = ({ recorder }: World, bot: number): ReadonlySet<number> =>
  new Set(
    recorder.requests.flatMap(({ call, body }) => {
      if (call !== 'repeatdelivery') return [];
      const { hook, seq } = JSON.parse(body ?? '{}') as { readonly hook?: unknown; readonly seq?: unknown };
      return Number(hook) === bot ? [Number(seq)] : [];
    }),
  );
