import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { messageOf, scripted, type Reply, type SeenRequest } from '../support/scripted-server.ts';
import { runs } from '../support/runs.ts';

const SLOW = contactId('group-3');
const CHATS = [SLOW, contactId('group-4'), contactId(9)];

interface Sent {
  readonly id: string;
  readonly toContactId: string;
  readonly content: string;
}

const plan = fc.record({
  slowMs: fc.constantFrom(10_000, 60_000, 3_600_000),
  writes: fc.array(fc.record({ chat: fc.nat({ max: 2 }), gapMs: fc.constantFrom(0, 400, 3_000, 30_000) }), {
    minLength: 1,
    maxLength: 10,
  }),
});

const bodies = ({ body }: SeenRequest): readonly Sent[] => [body as Sent | Sent[]].flat();

it('GROUP-26: a chat that waits makes no other one wait, and says everything in its order', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ slowMs, writes }) => {
      const on = await scripted();
      const accepted: { readonly words: string; readonly atMs: number }[] = [];
      let nextMs = 0;
      const one = ({ id, toContactId, content }: Sent, atMs: number): Reply => {
        if (toContactId === SLOW && atMs < nextMs) return { code: 400, data: { retry_ms: nextMs - atMs } };
        if (toContactId === SLOW) nextMs = atMs + slowMs;
        accepted.push({ words: content, atMs });
        return { code: 0, data: { ...messageOf(accepted.length, content, { from: 7, id }), toContactId } };
      };
      on.answer('/sendMessage', (request) => {
        const items = bodies(request);
        if (!Array.isArray(request.body)) return one(items[0] as Sent, request.atMs);
        return { code: 0, data: items.map((item) => ({ id: item.id, msg: '', ...one(item, request.atMs) })) };
      });
      await on.client.start();
      await on.login();
      const written: { readonly words: string; readonly chat: string; readonly atMs: number }[] = [];
      for (const [at, { chat, gapMs }] of writes.entries()) {
        await on.clock.advance(gapMs);
        const to = CHATS[chat] ?? SLOW;
        written.push({ words: `w${at}`, chat: to, atMs: on.clock.elapsedMs() });
        await on.client.actions.send(to, { text: `w${at}`, at: [], quote: null });
        await on.settle();
      }
      await on.clock.advance(writes.length * slowMs * 1.5 + 10_000);
      const startMs = (accepted[0]?.atMs ?? 0) - (written[0]?.atMs ?? 0);
      for (const { words, chat, atMs } of written) {
        const match = accepted.find((seen) => seen.words === words);
        expect(match).toBeDefined();
        if (chat !== SLOW) expect((match?.atMs ?? 0) - startMs).toBe(atMs);
      }
      const slow = written.filter(({ chat }) => chat === SLOW).map(({ words }) => words);
      expect(accepted.map(({ words }) => words).filter((words) => slow.includes(words))).toEqual(slow);
      await on.client.stop();
    }),
    { numRuns: runs(25) },
  );
});
