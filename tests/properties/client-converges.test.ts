import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactId, type ContactId } from '../../src/domain/ids.ts';
import { toPlain } from '../../src/domain/markup.ts';
import { browser, isBound, logIn, until, type Browser, type Tab } from '../support/real-device.ts';
import { preparePeople } from '../support/prepared-people.ts';
import { startWorld, type World } from '../support/world.ts';
import { patience, runs } from '../support/runs.ts';
import { asScriptLater, type SmallestLine } from '../support/smallest.ts';

/** A step of one of two users in a chat, over a network with every kind of fault. */
type Step =
  | {
      readonly kind:
        | 'write'
        | 'cut'
        | 'unplug'
        | 'plug'
        | 'loseAnswers'
        | 'loseRequests'
        | 'recover'
        | 'reload'
        | 'hide'
        | 'look';
      readonly who: 0 | 1;
    }
  | { readonly kind: 'wait'; readonly ms: number };

const who = fc.constantFrom(0 as const, 1 as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: who.map((one): Step => ({ kind: 'write', who: one })) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(0, 20, 500, 5_000, 40_000).map((ms): Step => ({ kind: 'wait', ms })),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'cut',
        'unplug',
        'plug',
        'loseAnswers',
        'loseRequests',
        'recover',
        'reload',
        'hide',
        'look',
      ),
      who,
    }),
  },
);

interface Side {
  readonly browser: Browser;
  tab: Tab;
  readonly written: string[];
  to: ContactId;
}

const state = (side: Side) => side.tab.client.core.get();
const texts = (side: Side): readonly string[] =>
  (state(side).conversations.get(side.to)?.chunks ?? []).flatMap((chunk) =>
    chunk.filter((one) => one.type === 'text').map((one) => toPlain(one.content)),
  );
const positionOf = (side: Side) => state(side).contacts.get(side.to)?.counting.seq;
const unsent = (side: Side): number => state(side).outbox.get(side.to)?.length ?? 0;

async function twoFriends(world: World): Promise<readonly [Side, Side]> {
  const accounts = ['anna', 'bert'];
  await preparePeople(world, accounts, { friends: [['anna', 'bert']], group: [] });
  const sides = await Promise.all(
    accounts.map(async (account): Promise<Side> => {
      const own = browser(world);
      const tab = await own.open();
      await logIn(world, tab, account);
      return { browser: own, tab, written: [], to: contactId(0) };
    }),
  );
  const [a, b] = sides as [Side, Side];
  const [idA, idB] = [state(a).self?.id ?? 0, state(b).self?.id ?? 0];
  [a.to, b.to] = [contactId(idB), contactId(idA)];
  await until(world, () => state(a).contacts.has(a.to) && state(b).contacts.has(b.to));
  for (const side of [a, b]) side.tab.client.actions.openChat(side.to);
  return [a, b];
}

async function happen(world: World, sides: readonly [Side, Side], one: Step, number: number): Promise<void> {
  if (one.kind === 'wait') return world.clock.advance(one.ms);
  const side = sides[one.who];
  const { network, page, client } = side.tab;
  switch (one.kind) {
    case 'write': {
      const text = `${one.who}-${number}`;
      const made = await client.actions.send(side.to, { text, at: [], quote: null });
      if (made.ok) side.written.push(text);
      return;
    }
    case 'cut':
      return network.cutSocket();
    case 'unplug':
      return network.unplug();
    case 'plug':
      return network.plug();
    case 'loseAnswers':
      network.loseAnswers = /./;
      return;
    case 'loseRequests':
      network.loseRequests = /./;
      return;
    case 'recover':
      [network.loseAnswers, network.loseRequests] = [null, null];
      return;
    case 'hide':
    case 'look':
      return page.setVisible(one.kind === 'look');
    case 'reload':
      await side.tab.crash();
      side.tab = await side.browser.open();
      side.tab.client.actions.openChat(side.to);
  }
}

/** The log of the first user's client, as the app records it. */
async function sessionOf(steps: readonly Step[]): Promise<readonly SmallestLine[]> {
  const world = await startWorld();
  const sides = await twoFriends(world);
  let number = 0;
  for (const one of steps) await happen(world, sides, one, (number += 1));
  await world.clock.advance(240_000);
  const script = sides[0].tab.client.core.log.export();
  for (const { tab } of sides) await tab.crash();
  await world.close();
  return script
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SmallestLine);
}

describe('two people over a network that fails', () => {
  it(
    'SEND-4, SEND-6, STREAM-13, STORE-5: every message arrives once, in order, and both see the same',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
          const world = await startWorld();
          const sides = await twoFriends(world);
          let number = 0;
          for (const one of steps) await happen(world, sides, one, (number += 1));
          for (const { tab } of sides) {
            [tab.network.loseAnswers, tab.network.loseRequests] = [null, null];
            tab.network.plug();
            tab.page.setVisible(true);
            tab.client.actions.reconnect();
          }
          const all = sides[0].written.length + sides[1].written.length;
          await until(
            world,
            () =>
              sides.every((side) => unsent(side) === 0 && isBound(side.tab) && texts(side).length === all),
            240_000,
          );
          const [a, b] = sides.map(texts) as [readonly string[], readonly string[]];
          expect(a).toEqual(b);
          for (const [index, side] of sides.entries())
            expect(a.filter((text) => text.startsWith(`${index}-`))).toEqual(side.written);
          // A page may have brought the messages while the catch-up waits for a lost answer.
          await until(
            world,
            () =>
              sides.every((side) => state(side).totals.unread === 0) &&
              positionOf(sides[0]) === positionOf(sides[1]),
          );
          for (const side of sides) await side.tab.crash();
          await world.close();
          expect(world.clock.pending()).toBe(0);
        }),
        {
          numRuns: runs(60),
          interruptAfterTimeLimit: patience(110_000),
          ...asScriptLater<[Step[]]>('two-people', ([steps]) => sessionOf(steps)),
        },
      );
    },
    patience(150_000),
  );
});
