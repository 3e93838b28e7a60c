import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Input } from '../../src/client/state/effects.ts';
import { messagePinsOf } from '../../src/client/state/message-pin-selectors.ts';
import { messageId, msgId, userId } from '../../src/domain/ids.ts';
import type { Message, MessagePin } from '../../src/domain/message.ts';
import { aMessage, local, postedEvent, run, server } from '../support/contacts.ts';
import { at, GROUP, pageAsked as asked, start } from '../support/one-group.ts';
import { runs } from '../support/runs.ts';

const [ME, AUTHOR] = [userId(7), userId(9)];

/** The number of commits before a page or list is read, and of frames before it arrives. */
const reading = fc.record({ readAfter: fc.nat({ max: 10 }), comesAfter: fc.nat({ max: 12 }) });
const loaded = { type: 'pageLoaded', conversation: GROUP, which: 'first', complete: true } as const;

/** Inserts a page among the frames: its request before it is read, its arrival after that. */
function among(
  frames: readonly Input[],
  { readAfter, comesAfter }: { readonly readAfter: number; readonly comesAfter: number },
  page: (commits: number) => Input,
  ...begins: readonly Input[]
): readonly Input[] {
  const read = Math.min(readAfter, frames.length);
  const begun = Math.min(read, comesAfter);
  const comes = Math.max(read, Math.min(comesAfter, frames.length));
  const meanwhile = [...begins, ...frames.slice(begun, comes), page(read)];
  return [...frames.slice(0, begun), ...meanwhile, ...frames.slice(comes)];
}

const edit = fc.record({
  words: fc.constantFrom('one', 'two', 'three'),
  mentionsMe: fc.boolean(),
  /** The number of later edits before its frame is made, which reads the current text. */
  framedLate: fc.nat({ max: 3 }),
});

it('EDIT-3, EDIT-4: text, quotes and mentions are right in any order of frames and pages', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 10 }), reading, (edits, when) => {
      const words = ['former', ...edits.map((one) => one.words)];
      const names = [[], ...edits.map(({ mentionsMe }) => (mentionsMe ? [ME] : []))];
      const rev = (commits: number): number => Math.min(commits, edits.length);
      const makeMessage = (commits: number): Message =>
        aMessage('m1', AUTHOR, {
          n: 1,
          msgId: msgId(1),
          content: words[rev(commits)] ?? '',
          at: names[rev(commits)] ?? [],
          ...(commits > 0 && { rev: rev(commits) }),
        });
      const answer = (commits: number): Message =>
        aMessage('m2', AUTHOR, {
          n: 2,
          msgId: msgId(2),
          content: 'answer',
          quote: {
            msgId: msgId(1),
            userId: AUTHOR,
            realname: 'Nine',
            content: `Nine：${words[rev(commits)]}`,
          },
        });
      const frames = edits.map(({ framedLate }, index): Input => {
        const now = rev(index + 1 + framedLate);
        return server(
          {
            type: 'messageEdited',
            conversation: GROUP,
            id: messageId('m1'),
            msgId: msgId(1),
            n: 1,
            author: AUTHOR,
            was: names[index] ?? [],
            mentioned: names[index + 1] ?? [],
            words: { content: words[now] ?? '', rev: now },
            last: undefined,
          },
          at(index + 3),
        );
      });
      const { state } = run(
        start(),
        server(postedEvent(GROUP, makeMessage(0)), at(1)),
        server(postedEvent(GROUP, answer(0)), at(2)),
        ...among(
          frames,
          when,
          (read) => local({ ...loaded, messages: [makeMessage(read), answer(read)], reachesEnd: true }),
          asked,
        ),
      );
      const visibleMessages = state.conversations.get(GROUP)?.chunks.flat() ?? [];
      const last = words.at(-1);
      expect(visibleMessages.map(({ content }) => content)).toEqual([last, 'answer']);
      expect(visibleMessages[1]?.quote?.content).toBe(`Nine：${last}`);
      expect(state.contacts.get(GROUP)).toMatchObject({ unread: 2, mentions: names.at(-1)?.length });
    }),
    { numRuns: runs(400) },
  );
});

const pinOf = (n: number, seq: number): MessagePin => ({
  id: messageId(`m${n}`),
  msgId: msgId(n),
  n,
  seq,
  by: AUTHOR,
  byName: 'Nine',
  atMs: 0,
  afterN: 3,
  rev: 0,
});

const pin = fc.record({ n: fc.integer({ min: 1, max: 3 }), on: fc.boolean() });

it('PINS-1: the list of pins is right in any order of frames and lists', () => {
  fc.assert(
    fc.property(fc.array(pin, { maxLength: 10 }), reading, (presses, when) => {
      /** Newest first. A press that changes nothing is not an event, so it is left out. */
      const lists: (readonly MessagePin[])[] = [[]];
      const frames: Input[] = [];
      for (const { n, on } of presses) {
        const before = lists.at(-1) ?? [];
        if (before.some((one) => one.n === n) === on) continue;
        const seq = frames.length + 4;
        lists.push(on ? [pinOf(n, seq), ...before] : before.filter((one) => one.n !== n));
        const event = on
          ? ({ type: 'messagePinned', conversation: GROUP, pin: pinOf(n, seq) } as const)
          : ({ type: 'messageUnpinned', conversation: GROUP, id: messageId(`m${n}`) } as const);
        frames.push(server(event, at(seq)));
      }
      const sentMessages = [1, 2, 3].map((n) => aMessage(`m${n}`, AUTHOR, { n, msgId: msgId(n) }));
      const nextState = run(
        start(),
        ...sentMessages.map((one, index) => server(postedEvent(GROUP, one), at(index + 1))),
        local({ ...loaded, messages: sentMessages, reachesEnd: true }),
        ...among(frames, when, (read) =>
          local({ type: 'messagePinsLoaded', conversation: GROUP, seq: read + 3, list: lists[read] ?? [] }),
        ),
      ).state;
      // A list that was old when it came is asked for again.
      const isOld = nextState.conversations.get(GROUP)?.pins?.list === undefined;
      const whole = { conversation: GROUP, seq: frames.length + 3, list: lists.at(-1) ?? [] } as const;
      const { state } = isOld
        ? run(nextState, local({ type: 'messagePinsLoaded', ...whole }))
        : { state: nextState };
      expect(messagePinsOf(state, GROUP).map(({ n }) => n)).toEqual(lists.at(-1)?.map(({ n }) => n));
      expect(state.contacts.get(GROUP)).toMatchObject({ unread: 3, mentions: 0 });
    }),
    { numRuns: runs(400) },
  );
});
