import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addGroupUser, removeUser } from '../../src/server/services/groups/members.ts';
import { editGroupName } from '../../src/server/services/groups/change.ts';
import { delChat, setChatTop } from '../../src/server/services/contacts/flags.ts';
import { delMessage, undoMessage } from '../../src/server/services/messages/take-back.ts';
import { contactsAnswer } from '../../src/server/services/sync/contacts-answer.ts';
import { sync } from '../../src/server/services/sync/sync.ts';
import { FrameFold } from '../support/frame-fold.ts';
import { liveWorld } from '../support/live-world.ts';
import type { LiveWorld, Sent, Somebody } from '../support/live-world.ts';

/** What people do; `pick` chooses among what is there. */
const step = fc.record({
  what: fc.constantFrom('say', 'sayGroup', 'sayGroup', 'recall', 'delete', 'read', 'mention', 'top', 'hide', 'rename', 'add', 'remove', 'sync', 'pause'),
  who: fc.nat({ max: 2 }),
  pick: fc.nat({ max: 1_000 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Scene {
  readonly world: LiveWorld;
  readonly people: readonly [Somebody, Somebody, Somebody];
  readonly group: { readonly ref: string; readonly stream: Sent['stream'] };
  readonly sent: Sent[];
}

/** Refusals (not a member, not the author, too late) are part of life and leave no trace. */
async function act({ world, people, group, sent }: Scene, { what, who, pick }: Step): Promise<void> {
  const me = people[who] ?? people[0];
  const chosen = sent[pick % Math.max(1, sent.length)];
  const [ann, , eve] = people;
  const other = people[(who + 1 + (pick % 2)) % 3] ?? ann;
  switch (what) {
    case 'say':
      return void sent.push(await world.say(me, other.id, `text ${pick}`));
    case 'sayGroup':
      return void sent.push(await world.say(me, group.ref, `group ${pick}`, pick % 3 === 0 ? { at: [other.id] } : {}));
    case 'recall':
      return void (chosen && (await undoMessage(me.context, { id: chosen.id })));
    case 'delete':
      return void (chosen && (await delMessage(me.context, { id: chosen.id })));
    case 'read':
      return void (chosen && (await world.marks.read(me.id, chosen.stream, chosen.n)));
    case 'mention':
      return world.marks.mentionMark(me.id, group.stream);
    case 'top':
      return void (await setChatTop(me.context, { id: pick % 2 ? group.ref : String(other.id), is_top: pick % 3 === 0 }));
    case 'hide':
      return void (await delChat(me.context, { id: pick % 2 ? group.ref : String(other.id) }));
    case 'rename':
      return void (await editGroupName(ann.context, { id: group.ref, displayName: `Name ${pick}` }));
    case 'add':
      return void (await addGroupUser(ann.context, { id: group.ref, user_ids: [eve.id] }));
    case 'remove':
      return void (await removeUser(ann.context, { id: group.ref, user_id: eve.id }));
    case 'pause':
      return world.clock.advance(pick * 2);
    case 'sync':
      return world.settle();
  }
}

/** A viewer three times: live, by one sync at the end, by syncs now and then. */
async function viewer(world: LiveWorld, who: Somebody) {
  const { rows, cursor } = await contactsAnswer(world.core, who.id);
  const device = await world.device(who);
  const live = new FrameFold(rows);
  const late = new FrameFold(rows);
  const often = new FrameFold(rows);
  let at: string | null = cursor;
  const caughtUp = async () => {
    const answer = await sync(world.core, who.id, { cursor: at });
    at = answer.cursor;
    often.sync(answer);
  };
  const end = async () => {
    await caughtUp();
    late.sync(await sync(world.core, who.id, { cursor }));
    live.frames(device.take());
    return { live: live.state(), late: late.state(), often: often.state() };
  };
  return { caughtUp, end };
}

describe('live and caught up', () => {
  it('STREAM-5: whatever happens, frames received live and frames from sync fold to the same state', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
        const world = await liveWorld();
        const people = [await world.somebody('Ann'), await world.somebody('Ben'), await world.somebody('Eve')] as const;
        const [ann, ben, eve] = people;
        for (const [a, b] of [[ann, ben], [ann, eve], [ben, eve]] as const) await world.befriend(a, b);
        const scene = { world, people, group: await world.group(ann, ben), sent: [] };
        const viewers = [await viewer(world, ben), await viewer(world, eve)];
        for (const one of steps) {
          await act(scene, one).catch((error: unknown) => {
            if (!(error instanceof Error) || error.name !== 'Refused') throw error;
          });
          if (one.what === 'sync') for (const { caughtUp } of viewers) await caughtUp();
        }
        await world.marks.flush();
        await world.settle();
        for (const { end } of viewers) {
          const { live, late, often } = await end();
          expect(late).toEqual(live);
          expect(often).toEqual(live);
        }
        await world.close();
      }),
      { numRuns: 60 },
    );
  });
});
