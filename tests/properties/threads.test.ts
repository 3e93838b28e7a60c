import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Input } from '../../src/client/state/effects.ts';
import { msgId, userId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { aMessage, local, postedEvent, run, server } from '../support/contacts.ts';
import { GROUP, at, pageAsked, pageOf, said, start } from '../support/one-group.ts';
import { pageTimes } from '../support/page-amid.ts';
import { runs } from '../support/runs.ts';

/** An answer comes, or one of those that came goes. */
const step = fc.record({
  goes: fc.nat({ max: 3 }),
  how: fc.constantFrom('messageRecalled', 'messageDeleted'),
});

interface Happened {
  readonly input: Input;
  /** Replies that exist after the step. */
  readonly left: readonly Message[];
}

function history(
  steps: readonly { goes: number; how: 'messageRecalled' | 'messageDeleted' }[],
): readonly Happened[] {
  const happened: Happened[] = [];
  let left: readonly Message[] = [];
  let n = 1;
  for (const [index, { goes, how }] of steps.entries()) {
    const seq = index + 2;
    const removal = goes === 0 ? left[seq % Math.max(1, left.length)] : undefined;
    if (removal) {
      left = left.filter((one) => one !== removal);
      const event = {
        conversation: GROUP,
        id: removal.id,
        msgId: removal.msgId,
        n: removal.n,
        mentioned: [],
        author: removal.from.id,
        thread: { root: 1, count: left.length, follows: false },
      };
      const report =
        how === 'messageDeleted'
          ? ({ ...event, type: how, last: undefined } as const)
          : ({
              ...event,
              type: how,
              by: userId(8),
              byName: 'x',
              byManager: false,
              content: '',
              isLast: false,
              last: null,
            } as const);
      happened.push({ input: server(report, at(seq)), left });
      continue;
    }
    n += 1;
    const answer = aMessage(`m${n}`, 8, { n, msgId: msgId(n), root: 1 });
    left = [...left, answer];
    const posted = { ...postedEvent(GROUP, answer), thread: { root: 1, count: left.length, follows: false } };
    happened.push({ input: server(posted, at(seq)), left });
  }
  return happened;
}

it('THREAD-3, THREAD-4: counts and threads are right in any order of frames and pages', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), pageTimes, pageTimes, (steps, chat, thread) => {
      const happened = history(steps);
      const first = aMessage('m1', 7, { n: 1, msgId: msgId(1) });
      const leftAt = (read: number) => happened[read - 1]?.left ?? [];
      const firstAt = (read: number): Message =>
        read === 0 ? first : { ...first, replies: { at: read + 1, count: leftAt(read).length } };
      /** Requests and arrivals of pages, each with the number of frames before it. */
      const planned: (readonly [number, Input])[] = [];
      const plan = (
        { readAfter, comesAfter }: typeof chat,
        make: (read: number) => readonly [Input, Input],
      ) => {
        const read = Math.min(readAfter, happened.length);
        const requestCount = Math.min(read, comesAfter);
        const [request, answer] = make(read);
        planned.push(
          [requestCount, request],
          [Math.max(read, Math.min(comesAfter, happened.length)), answer],
        );
      };
      plan(chat, (read) => [pageAsked, pageOf([firstAt(read), ...leftAt(read)])]);
      const part = { conversation: GROUP, root: 1, which: 'first' } as const;
      plan(thread, (read) => [
        local({ type: 'threadRequested', ...part }),
        local({
          type: 'threadLoaded',
          ...part,
          first: firstAt(read),
          messages: leftAt(read),
          complete: true,
          follows: false,
        }),
      ]);
      const inputs: Input[] = [said(1, first), local({ type: 'threadOpened', conversation: GROUP, root: 1 })];
      for (let done = 0; done <= happened.length; done += 1) {
        inputs.push(...planned.filter(([after]) => after === done).map(([, input]) => input));
        const next = happened[done];
        if (next) inputs.push(next.input);
      }
      const { state } = run(start(), ...inputs);
      const window = state.conversations.get(GROUP);
      const left = happened.at(-1)?.left ?? [];
      const count = left.length;
      expect(window?.chunks.flat().find(({ n }) => n === 1)?.replies?.count ?? 0).toBe(count);
      expect(window?.thread?.first.chunks.flat()[0]?.replies?.count ?? 0).toBe(count);
      const visibleMessages = window?.thread?.answers.chunks.flat().filter(({ recalled }) => !recalled) ?? [];
      expect(visibleMessages.map(({ id }) => id)).toEqual(left.map(({ id }) => id));
      // The chat hides no reply, and counts as without threads.
      const lines = happened.filter(
        ({ input }) => input.kind === 'server' && input.framed.event.type === 'messagePosted',
      );
      expect(state.contacts.get(GROUP)?.unread).toBe(lines.length);
    }),
    { numRuns: runs(400) },
  );
});
