import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Input } from '../../src/client/state/effects.ts';
import { messageId, msgId, userId } from '../../src/domain/ids.ts';
import type { Message, ReactionCount } from '../../src/domain/message.ts';
import { aMessage, run, server } from '../support/contacts.ts';
import { GROUP, at, said, start } from '../support/one-group.ts';
import { pageAmid, pageTimes } from '../support/page-amid.ts';
import { runs } from '../support/runs.ts';

const [ME, OTHERS] = [7, [8, 9]];
const EMOJI = ['a', 'b', 'c'];

const press = fc.record({
  user: fc.constantFrom(ME, ...OTHERS),
  emoji: fc.constantFrom(...EMOJI),
  /** The number of later presses before its frame is made, which reads the current state. */
  framedLate: fc.nat({ max: 3 }),
});

type ReactionState = ReadonlyMap<number, readonly string[]>;

/** Counts the reactions of all users, in the order of the presses. */
function countsOf(all: ReactionState): readonly ReactionCount[] {
  return EMOJI.flatMap((emoji): readonly ReactionCount[] => {
    const count = [...all.values()].filter((chosen) => chosen.includes(emoji)).length;
    return count > 0 ? [[emoji, count]] : [];
  });
}

it('REACT-4: counts and own emoji are right in any order of frames and pages', () => {
  fc.assert(
    fc.property(fc.array(press, { maxLength: 12 }), pageTimes, (presses, times) => {
      const states: ReactionState[] = [new Map()];
      for (const { user, emoji } of presses) {
        const before = states.at(-1) ?? new Map();
        const mine = before.get(user) ?? [];
        const next = mine.includes(emoji) ? mine.filter((one: string) => one !== emoji) : [...mine, emoji];
        states.push(new Map([...before, [user, next]]));
      }
      const stateAt = (presses: number): ReactionState =>
        states[Math.min(presses, states.length - 1)] ?? new Map();
      const first = aMessage('m1', ME, { n: 1, msgId: msgId(1) });
      const frames = presses.map(({ user, framedLate }, index): Input => {
        const now = stateAt(index + 1 + framedLate);
        const chosen = [[userId(user), now.get(user) ?? []]] as const;
        const event = { conversation: GROUP, id: messageId('m1'), n: 1, author: userId(ME) } as const;
        const report = { counts: countsOf(now), chosen, at: index + 2, added: null } as const;
        return server({ type: 'messageReacted', ...event, ...report }, at(index + 2));
      });
      const rowAt = (read: number): Message => {
        const mine = stateAt(read).get(ME) ?? [];
        const view = { at: read + 1, counts: countsOf(stateAt(read)), mine, mineAt: read + 1 };
        return read === 0 ? first : { ...first, reactions: view };
      };
      const { state } = run(start(), said(1, first), ...pageAmid(frames, times, rowAt));
      const shown = state.conversations.get(GROUP)?.chunks.flat()[0]?.reactions;
      expect(shown?.counts ?? []).toEqual(countsOf(stateAt(presses.length)));
      expect(shown?.mine ?? []).toEqual(stateAt(presses.length).get(ME) ?? []);
      expect(state.contacts.get(GROUP)).toMatchObject({ unread: 0, mentions: 0 });
    }),
    { numRuns: runs(400) },
  );
});
