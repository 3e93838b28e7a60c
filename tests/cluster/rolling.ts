import { afterEach, expect, it } from 'vitest';
import { arrive, befriended, openChat, sees } from '../support/person.ts';
import { killServers } from '../support/server.ts';
import { setStage } from '../support/stage.ts';
import { startBalancer, type Balancer } from './balancer.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { gather, type Crowd } from './crowd.ts';
import { isWell } from './verdict.ts';
import { Talk, picture, readFurtherUp, toNewest, watchWords, wordsSeen } from './watched-window.ts';
import type { Arrived } from './watched-window.ts';

/** `npm run test:rolling`; not part of `npm test`. */
const clients = Number(process.env['CLUSTER_CLIENTS'] ?? 12);
const BEFORE = 24;
const patientMs = 120_000;

let [cluster, balancer, crowd]: [Cluster | null, Balancer | null, Crowd | null] = [null, null, null];
const stage = setStage();
afterEach(async () => {
  await crowd?.stop();
  await balancer?.stop();
  await cluster?.stop();
  await killServers();
});

const strip = (person: Arrived) =>
  person.page.getByRole('status').filter({ hasText: /Reconnecting|Connection lost/ });

/**
 * One node after another, while both talk, then one reads further up with half a thought written, then the
 * other.
 */
async function restartAll(
  on: Cluster,
  talk: Talk,
  [a, b]: readonly [Arrived, Arrived],
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [at, reader] of [null, a, b].entries()) {
    const talker = reader === a ? b : a;
    const reading = reader === null ? null : await readFurtherUp(reader, talker.name, `half a thought ${at}`);
    const going = new Set(['restart']);
    const restart = (async () => {
      expect(await on.leave(at), on.node(at).output()).toBe(0);
      await on.start(at);
    })().finally(() => going.clear());
    let [lines, seen] = [0, false];
    while (going.size > 0 || (await strip(a).count()) + (await strip(b).count()) > 0) {
      await talk.line(reader === null && lines % 2 === 1 ? b : talker);
      lines += 1;
      if (!seen && (await strip(a).count()) + (await strip(b).count()) > 0) {
        seen = true;
        await Promise.all([picture(a, `node-${at + 1}-strip-anna`), picture(b, `node-${at + 1}-strip-bela`)]);
      }
      await a.page.waitForTimeout(400);
    }
    await restart;
    await Promise.all([picture(a, `node-${at + 1}-after-anna`), picture(b, `node-${at + 1}-after-bela`)]);
    faults.push(
      ...((await reading?.faults()) ?? []).map((fault) => `node ${at + 1}, ${reading?.of.name}: ${fault}`),
    );
    process.stdout.write(
      `node ${at + 1} restarted: ${lines} lines meanwhile, the strip was ${seen ? '' : 'not '}seen\n`,
    );
  }
  return faults;
}

it(
  'START-8, NODE-9: a rolling restart under load, watched from two windows: the strip, and nothing else',
  async () => {
    const on = (cluster = await startCluster({ losses: false }));
    const front = (balancer = await startBalancer(on.urls));
    const people = (crowd = await gather(clients, [front.url]));
    const a = stage.watch(await arrive(stage.browser, front.url, 'Anna Lake', { language: 'en' }));
    const b = stage.watch(
      await arrive(stage.browser, front.url, 'Bela Hill', {
        language: 'en',
        size: { width: 390, height: 844 },
      }),
    );
    await befriended(a, b);
    await openChat(a, b.name);
    await openChat(b, a.name);
    const talk = new Talk([
      [a, b.name],
      [b, a.name],
    ]);
    for (let n = 0; n < BEFORE; n += 1) await talk.line(n % 2 === 0 ? a : b);
    await sees(b, a.name, talk.said.at(-2) ?? '');
    await sees(a, b.name, talk.said.at(-1) ?? '');
    await Promise.all([watchWords(a), watchWords(b)]);

    let faults: readonly string[] = [];
    const words = await people.writeDuring(
      restartAll(on, talk, [a, b]).then((found) => void (faults = found)),
    );
    for (const [person, other] of [
      [a, b],
      [b, a],
    ] as const) {
      await toNewest(person, other.name);
      await sees(person, other.name, talk.said.at(-1) ?? '');
    }
    // A reader who scrolled up saw the hint that older pages load; on a slow machine the other one is typing.
    const observations = [...(await wordsSeen(a)), ...(await wordsSeen(b))].filter(
      (text) => !/^(?:Reconnecting…|Connection lost|Loading older messages|typing…)/.test(text),
    );
    expect(observations).toEqual([]);
    const end = Date.now() + patientMs;
    let verdict = await people.verdict(true);
    while (!isWell(verdict) && Date.now() < end) verdict = await people.verdict(true);
    expect(verdict).toEqual({ lost: 0, doubled: 0, leaked: 0, others: [] });
    expect([
      ...faults,
      ...talk.faults,
      ...(await talk.everything(a, b.name, b.user.id)),
      ...(await talk.everything(b, a.name, a.user.id)),
    ]).toEqual([]);
    process.stdout.write(
      `${talk.said.length} lines in two windows and ${words} messages of ${clients} clients: lost 0, doubled 0; besides the strip nothing was said\n`,
    );
  },
  15 * 60_000,
);
