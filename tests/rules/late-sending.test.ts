import { describe, expect, it, vi } from 'vitest';
import { latePart } from '../../src/client/late-part.ts';
import { lateSending, type MakeSending } from '../../src/client/late-sending.ts';
import type { OutboxParts } from '../../src/client/outbox/outbox.ts';
import type { WishParts } from '../../src/client/wishes/wishes.ts';
import type { ChatWindowParts } from '../../src/client/conversation/chat-window.ts';

/** Says what was asked of it, in order. */
function spoken() {
  const said: string[] = [];
  const part = new Proxy(
    {},
    {
      get: (_, name) =>
        name === 'then'
          ? undefined
          : (...args: readonly unknown[]) => {
              said.push([String(name), ...args.map(String)].join(' '));
              return Promise.resolve(true);
            },
    },
  );
  return { said, part };
}

function late() {
  const { said, part } = spoken();
  const make = () => part as never;
  let loads = 0;
  let refused = false;
  const sending = lateSending(() => {
    loads += 1;
    if (refused) return Promise.reject(new Error('no network'));
    const all = { createOutbox: make, createWishes: make, createUploads: make, createChatWindow: make };
    return Promise.resolve(all satisfies MakeSending);
  });
  return { said, sending, loads: () => loads, refuse: (on: boolean) => (refused = on) };
}

const outboxParts = (stored: readonly unknown[], raised: unknown[] = []) => {
  const pokes = new Set<() => void>();
  return {
    pokes,
    parts: {
      user: 7,
      log: { write: () => undefined },
      sent: { raise: (notice: unknown) => raised.push(notice) },
      records: {
        all: () => Promise.resolve(stored),
        onPoke: (run: () => void) => {
          pokes.add(run);
          return () => pokes.delete(run);
        },
      },
    } as unknown as OutboxParts,
  };
};
const settled = () => new Promise((resolve) => void setImmediate(resolve));

describe('parts of the client that come later', () => {
  it('UI-16: an empty outbox needs no code, and the code that comes hears what was said', async () => {
    const { said, sending, loads } = late();
    const { parts, pokes } = outboxParts([]);
    const outbox = sending.createOutbox(parts);
    await outbox.load();
    outbox.permit(true);
    outbox.hold(true);
    outbox.networkReturned();
    expect([loads(), outbox.unsent()]).toEqual([0, 0]);
    expect(await outbox.add({ id: 'a' } as never)).toBe(true);
    expect(said).toEqual(['load', 'permit true', 'hold true', 'add [object Object]']);
    expect(pokes.size).toBe(0);
    outbox.hold(false);
    expect(said.at(-1)).toBe('hold false');
  });

  it('UI-16: what is stored, or written by another tab, brings the outbox at once', async () => {
    const first = late();
    await first.sending.createOutbox(outboxParts([{}]).parts).load();
    expect(first.said).toEqual(['load', 'permit false', 'hold false']);
    const second = late();
    const { parts, pokes } = outboxParts([]);
    second.sending.createOutbox(parts);
    for (const run of pokes) run();
    await vi.waitFor(() => expect(second.said).toContain('load'));
  });

  it('UI-16: code that cannot be had is told, nothing counts as sent, and is asked for again', async () => {
    const { said, sending, loads, refuse } = late();
    const raised: unknown[] = [];
    const outbox = sending.createOutbox(outboxParts([], raised).parts);
    refuse(true);
    expect(await outbox.add({ id: 'a' } as never)).toBe(false);
    expect(raised).toEqual([{ kind: 'text', key: 'err.noNetwork' }]);
    refuse(false);
    expect(await outbox.add({ id: 'a' } as never)).toBe(true);
    expect([loads(), said.at(-1)]).toEqual([2, 'add [object Object]']);
  });

  it('UI-16: wishes that wait bring their code, none do not; what is wanted goes on in order', async () => {
    const { said, sending, loads } = late();
    const pending = { top: new Map<string, boolean>(), read: new Map() };
    const wishes = sending.createWishes({ get: () => ({ pending }) } as unknown as WishParts);
    wishes.resume();
    expect(loads()).toBe(0);
    wishes.permit(true);
    wishes.want('first' as never);
    wishes.want('second' as never);
    await settled();
    expect(said).toEqual(['permit true', 'resume', 'want first', 'want second']);
    const other = late();
    pending.top.set('9', true);
    other.sending.createWishes({ get: () => ({ pending }) } as unknown as WishParts).resume();
    await settled();
    expect(other.said).toEqual(['permit false', 'resume']);
  });

  it('UI-16: the chat that is wanted when the code comes is opened, and not one that was left', async () => {
    const { said, sending } = late();
    const chat = sending.createChatWindow({} as ChatWindowParts);
    chat.show('9' as never);
    chat.show('12' as never);
    await settled();
    expect(said).toEqual(['show 12']);
    const other = late();
    const left = other.sending.createChatWindow({} as ChatWindowParts);
    left.show('9' as never);
    left.show(null);
    await settled();
    expect(other.said).toEqual([]);
  });

  it('UI-16: a part that has ended before its code came is ended with it', async () => {
    const ended: string[] = [];
    const { part, begin } = latePart<{ go(): void; stop(): void }>({
      bring: () => Promise.resolve({ go: () => ended.push('go'), stop: () => ended.push('stop') }),
      arrived: (here) => here.stop(),
      meanwhile: { stop: () => undefined },
      failed: () => undefined,
    });
    part.stop();
    await begin();
    expect(ended).toEqual(['stop']);
  });
});
