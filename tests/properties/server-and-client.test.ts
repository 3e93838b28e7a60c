import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientId } from '../../src/domain/ids.ts';
import type { SelfFacts } from '../../src/domain/events.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import { reduce } from '../../src/client/state/reduce.ts';
import { SEQUENCE_START } from '../../src/client/state/sequence-start.ts';
import type { State } from '../../src/client/state/state.ts';
import { turn } from '../../src/client/state/turn.ts';
import type { TurnCore } from '../../src/client/state/first-turn.ts';
import { decodeContactRows } from '../../src/wire/down/contact.ts';
import { decodeParsedFrame } from '../../src/wire/down/down.ts';
import { decodeSync } from '../../src/wire/down/sync.ts';
import { contactsAnswer } from '../../src/server/features/sync/contacts-answer.ts';
import { sync } from '../../src/server/features/sync/sync.ts';
import { live as doStep, scene, step, type Step } from '../support/life.ts';
import type { LiveWorld, Somebody } from '../support/live-world.ts';
import { patience, runs } from '../support/runs.ts';
import { framesOf } from '../support/script-of-life.ts';
import { asScriptLater } from '../support/smallest.ts';

const selfOf = ({ id, name }: Somebody): SelfFacts => ({
  id,
  account: name.toLowerCase(),
  realname: name,
  avatar: '',
  email: '',
  motto: '',
  sex: 2,
  isAuth: false,
  role: 0,
});

/** The client's state as a fresh `getContacts` gives it. */
async function fresh(world: LiveWorld, who: Somebody): Promise<{ state: State; cursor: string }> {
  const { rows, cursor, epoch, seq, count } = await contactsAnswer(world.core, who.id);
  const { contacts, errors } = decodeContactRows(JSON.parse(JSON.stringify(rows)));
  expect(errors).toEqual([]);
  const signedIn = reduce(
    { ...EMPTY, clientId: clientId('a') },
    { kind: 'local', event: { type: 'signedIn', self: selfOf(who) } },
  ).state;
  const event = {
    type: 'contactsLoaded',
    contacts,
    epoch,
    cursor,
    selfSeq: seq,
    applications: count,
  } as const;
  return { state: reduce(signedIn, { kind: 'local', event }).state, cursor };
}

/** The way of a client: decoder, sequencer, reducer. */
function live(state: State, who: Somebody, frames: readonly unknown[]): State {
  let core: TurnCore = { state, sequencer: SEQUENCE_START };
  for (const frame of frames) {
    const decoded = decodeParsedFrame(JSON.parse(JSON.stringify(frame)), who.id);
    if (!decoded.ok)
      throw new Error(`does not decode: ${JSON.stringify(decoded.reason)} ${JSON.stringify(frame)}`);
    if (decoded.value === 'ignored' || decoded.value.place === null) continue;
    core = turn(core, { kind: 'framed', framed: decoded.value, origin: 'live' }, 0).core;
  }
  return core.state;
}

function catchUp(state: State, who: Somebody, missed: unknown): State {
  const answer = decodeSync(JSON.parse(JSON.stringify(missed)), who.id);
  if (!answer.ok) throw new Error(`does not decode: ${JSON.stringify(answer.reason)}`);
  expect(answer.value).toMatchObject({ full: false, more: false, errors: [] });
  return turn({ state, sequencer: SEQUENCE_START }, { kind: 'synced', answer: answer.value }, 0).core.state;
}

/** The visible part of the list. */
const readView = ({ contacts, totals, sync }: State) => ({
  totals,
  // Notes to self are in the user's stream, whose position is stored once.
  selfSeq: sync.selfSeq,
  noticeSeq: sync.noticeSeq,
  contacts: Object.fromEntries(
    [...contacts].map((one) => [
      one.id,
      {
        name: one.displayName,
        unread: one.unread,
        mentions: one.mentions,
        hidden: one.hidden,
        isTop: one.isTop,
        isNotice: one.isNotice,
        archivedTo: one.archivedTo,
        marked: one.marked,
        last: one.last && { n: one.last.n, type: one.last.type, content: one.last.content, id: one.last.id },
        lastSentAtSec: Math.floor(one.lastSentAtMs / 1_000),
        group: one.group,
        seq: one.kind === 'favourites' || one.kind === 'notice' ? null : one.counting.seq,
        count: one.counting.count,
        peerMark: one.counting.peerMark,
      },
    ]),
  ),
});

describe('server and client together', () => {
  it(
    'STORE-2: a list that received every event, live or by sync, equals a fresh one',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
          const here = await scene();
          const { world, people } = here;
          const viewers = [];
          for (const who of [people[1], people[2]])
            viewers.push({ who, ...(await fresh(world, who)), device: await world.device(who) });
          for (const one of steps) await doStep(here, one);
          await world.marks.flush();
          await world.settle();
          for (const { who, state, cursor, device } of viewers) {
            const expected = readView((await fresh(world, who)).state);
            const missed = await sync(world.core, who.id, { cursor });
            expect(readView(live(state, who, device.take()))).toEqual(expected);
            expect(readView(catchUp(state, who, missed))).toEqual(expected);
          }
          await world.close();
        }),
        { numRuns: runs(120), ...asScriptLater<[Step[]]>('fresh-list', ([steps]) => framesOf(steps)) },
      );
    },
    patience(240_000),
  );
});
