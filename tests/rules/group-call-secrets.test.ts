import { expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { compareCode, KeyExchange } from '../../src/client/browser/media/key-exchange.ts';
import type { MediaKey } from '../../src/client/browser/media/media-key.ts';
import { GroupCallKeys } from '../../src/client/group-call/group-call-keys.ts';
import type { OwnSignal } from '../../src/client/group-call/signal-lanes.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import type { CallCipher } from '../../src/ports/media.ts';

/** Key exchanges of real keys, over a list of all that passes a server. */
async function realExchange() {
  const clock = createVirtualClock();
  const seen: OwnSignal[] = [];
  const secrets: MediaKey[] = [];
  const all = new Map<string, GroupCallKeys>();
  const participants = ['a', 'b', 'c'].map((device, at) => ({
    device,
    user: userId(at + 1),
    name: device,
    avatar: '',
    joinedAtMs: at,
    isHandRaised: false,
  }));
  const opened = new Map<string, Map<string, MediaKey>>();
  for (const { device } of participants) {
    const keys = await KeyExchange.create();
    const known = new Map<string, MediaKey>();
    opened.set(device, known);
    const cipher: CallCipher = {
      publicKey: keys.publicKey,
      advance: () => keys.advance(),
      rotate: () => keys.rotate(),
      use: async () => void secrets.push(keys.newest),
      wrap: (...where) => keys.wrap(...where),
      accept: async (call, from, to, box) => {
        const key = await keys.unwrap(call, from, to, box);
        if (key !== null) known.set(from.device, key);
        return key !== null;
      },
      setPlain: () => undefined,
      forget: () => undefined,
      words: compareCode,
      onMissing: () => undefined,
      close: () => undefined,
    };
    const send = (signal: OwnSignal) => {
      seen.push(signal);
      const { to, kind, text, path } = signal;
      const place = { group: contactId('group-3'), call: 'call-1', from: device, to, kind, text, path };
      queueMicrotask(() => all.get(to)?.take(place));
    };
    all.set(
      device,
      new GroupCallKeys({ clock, cipher, device, call: () => 'call-1', send, changed: () => undefined }),
    );
  }
  for (const [device, keys] of all)
    keys.list(
      participants.filter((one) => one.device !== device),
      0,
    );
  /** Keys take real time, which the virtual clock does not count. */
  const until = async (isDone: () => boolean) => {
    for (let at = 0; at < 500 && !isDone(); at += 1) {
      await clock.advance(10);
      await new Promise((done) => setTimeout(done, 10));
    }
  };
  await until(() => [...all.values()].every(({ encryption }) => encryption.words !== null));
  return { all, seen, secrets, opened, until };
}

it('GCALL-19: the server sees public keys and boxes that it cannot open, and no secret', async () => {
  const { all, seen, secrets, opened, until } = await realExchange();
  for (const keys of all.values()) expect(keys.encryption.state).toBe('on');
  const words = [...all.values()].map((keys) => String(keys.encryption.words));
  expect(new Set(words).size).toBe(1);
  all.get('a')?.list([], 1);
  all.get('c')?.close();
  const before = secrets.length;
  await until(() => secrets.length > before);
  expect(seen.length).toBeGreaterThan(8);
  for (const known of opened.values()) secrets.push(...known.values());
  expect(secrets.length).toBeGreaterThan(8);
  const passed = Buffer.concat(
    seen.flatMap(({ text }) => [
      Buffer.from(text),
      ...Object.values(JSON.parse(text) as Record<string, string>).map((one) => Buffer.from(one, 'base64')),
    ]),
  );
  for (const { secret } of secrets) {
    for (const form of ['base64', 'hex'] as const)
      expect(passed.includes(Buffer.from(secret).toString(form))).toBe(false);
    // Not even a quarter of it.
    for (let at = 0; at < 32; at += 8)
      expect(passed.includes(Buffer.from(secret.subarray(at, at + 8)))).toBe(false);
  }
});
