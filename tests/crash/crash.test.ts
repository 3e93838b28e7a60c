import { afterEach, expect, it } from 'vitest';
import { befriend, history, newGroup, signUp } from '../support/http-user.ts';
import type { HttpUser, StoredMessage } from '../support/http-user.ts';
import { killServers, startServer } from '../support/server.ts';
import { startAskers } from '../judge/askers.ts';
import { judge } from '../judge/judge.ts';
import { Sender } from './sender.ts';

/** First and last of the rounds: `npm test` runs one, `npm run test:full` three, `npm run test:crash` twenty. */
const [from = 1, to = from] = (process.env['CRASH_ROUNDS'] ?? '1-3').split('-').map(Number);
const rounds = to - from + 1;
const perSender = 50;

afterEach(killServers);

async function threePeople(url: string): Promise<{ a: HttpUser; b: HttpUser; c: HttpUser; group: string }> {
  const [a, b, c] = [await signUp(url, 'anna'), await signUp(url, 'bela'), await signUp(url, 'cleo')];
  await befriend(a, b);
  await befriend(a, c);
  return { a, b, c, group: await newGroup(a, [b, c], 'Three') };
}

/** Text messages of one author, in the order of the conversation. */
const listWritten = (rows: readonly StoredMessage[], by: HttpUser): readonly string[] =>
  rows.filter((row) => row.type === 'text' && row.from_user === by.id).map((row) => row.content);

async function check(sender: Sender, reader: HttpUser): Promise<void> {
  const seenFrom = sender.conversation.startsWith('group-') ? sender.conversation : String(sender.user.id);
  const own = await history(sender.user, sender.conversation);
  const other = await history(reader, seenFrom);
  // Each one once, nothing else, in the order of writing, alike on both sides.
  expect(listWritten(own, sender.user)).toEqual(sender.sendings.map((sending) => sending.content));
  expect(other.map((row) => row.id)).toEqual(own.map((row) => row.id));
  const ordinals = own.map((row) => row.n);
  expect(ordinals).toEqual(ordinals.map((_, i) => (ordinals[0] ?? 0) + i));
}

it.each(Array.from({ length: rounds }, (_, i) => [from + i]))(
  'COMMIT-4: kill -9 during 200 sends, round %i',
  async (round) => {
    const first = await startServer();
    const { a, b, c, group } = await threePeople(first.url);
    const senders = [
      new Sender(a, String(b.id), 'a to b', perSender),
      new Sender(b, String(a.id), 'b to a', perSender),
      new Sender(c, group, 'c to all', perSender),
      new Sender(a, group, 'a to all', perSender),
    ];

    // A different moment in every round: from the first sends to nearly the last.
    const killAt = 10 + Math.floor(((round - 1) * 37) % 170);
    let acknowledged = 0;
    const kills: Promise<void>[] = [];
    const count = (): void => {
      acknowledged += 1;
      if (acknowledged === killAt) kills.push(first.kill());
    };
    await Promise.all(senders.map((sender) => sender.writeOn(count)));
    await Promise.all(kills);
    const before = senders.flatMap((sender) =>
      sender.sendings
        .filter((sending) => sending.acknowledged > 0)
        .map((sending) => ({ sender, sending, place: sending.place })),
    );
    expect(before.length).toBeGreaterThanOrEqual(killAt);
    expect(senders.some((sender) => !sender.done)).toBe(true);

    const second = await startServer({ port: first.port, dataDir: first.dataDir });
    // Before anything is repeated: what was acknowledged is there once.
    for (const sender of senders) {
      const storedRows = listWritten(await history(sender.user, sender.conversation), sender.user);
      for (const { content, acknowledged: yes } of sender.sendings)
        if (yes > 0) expect(storedRows.filter((one) => one === content)).toEqual([content]);
    }
    await Promise.all(senders.map((sender) => sender.writeOn(() => undefined)));
    expect(senders.every((sender) => sender.done)).toBe(true);

    // A repeat of what was acknowledged before the kill is answered with the same place in the stream.
    for (const { sender, sending, place } of before.slice(-8)) {
      await sender.attempt(sending);
      expect(sending.place).toEqual(place);
    }
    const places = senders.flatMap((sender) =>
      sender.sendings.map((sending) => `${sending.place?.stream} ${sending.place?.seq}`),
    );
    expect(new Set(places).size).toBe(places.length);
    await check(senders[0] as Sender, b);
    await check(senders[1] as Sender, a);
    await check(senders[2] as Sender, a);
    await check(senders[3] as Sender, b);
    expect(await second.stop()).toBe(0);
  },
);

it('COMMIT-4: after repeated kills and restarts, a checker that knows only the answers finds no fault', async () => {
  let server = await startServer();
  const { a, b, c, group } = await threePeople(server.url);
  const askers = startAskers(() => [server.url], { leader: a, friend: b, guest: c, group });
  const answered = (): number => askers.recorder.entries.filter(({ phase }) => phase === 'ok').length;
  for (let kill = 1; kill <= rounds; kill += 1) {
    await expect.poll(answered, { timeout: 60_000, interval: 20 }).toBeGreaterThan(kill * 300);
    await server.kill();
    server = await startServer({ port: server.port, dataDir: server.dataDir });
  }
  await askers.stop();
  expect(judge(askers.recorder.entries), askers.recorder.lines()).toEqual([]);
  expect(await server.stop()).toBe(0);
});
