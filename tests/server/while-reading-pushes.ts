import { expect } from 'vitest';
import { SECOND } from '../../src/domain/duration.ts';
import { doDue } from '../../src/server/features/later/due.ts';
import { pushDue } from '../../src/server/features/push/deliver.ts';
import type { Core } from '../../src/server/kernel/core.ts';
import { RateCounter } from '../../src/server/kernel/rate.ts';
import { device } from '../support/pretended-push.ts';
import {
  byAnna,
  byBela,
  type Change,
  type HeldHouse,
  parts,
  reminder,
  ring,
  scheduled,
  signal,
  type Work,
} from './while-reading.ts';

const withDevice =
  (arrange: Change['arrange'], who: 'anna' | 'bela' = 'bela'): Change['arrange'] =>
  async (at) => {
    await device(parts(at).world, parts(at)[who], who);
    await arrange(at);
    parts(at).world.clock.pass(11 * SECOND);
  };
const toBela: Change['arrange'] = withDevice(async (at) =>
  at.house.say(parts(at).anna, parts(at).group, 'one'),
);
/** The screen of bela's device when the job and its later rounds are over. */
async function screen(at: HeldHouse): Promise<readonly unknown[]> {
  for (let round = 0; round < 3; round += 1) {
    parts(at).world.clock.pass(2 * SECOND);
    await pushDue(parts(at).world.server.core, desk(parts(at).world.server.core));
  }
  const shown = new Map<unknown, unknown>();
  for (const { note } of at.push.sent)
    if (note['kind'] === 'clear') shown.delete(note['tag']);
    else shown.set(note['tag'], note['kind']);
  return [...shown.values()];
}
function desk({ push }: Core) {
  if (!push) throw new Error('pushes are on');
  return push;
}
const dark: Change['right'] = async (at) => expect(await screen(at)).toEqual([]);

export const PUSHES: Work = {
  run: (core) => pushDue(core, desk(core)),
  changes: {
    'a message is recalled': {
      arrange: toBela,
      change: byAnna('im/undoMessage', () => ({ id: 'one' })),
      right: dark,
    },
    'a message is read': {
      arrange: toBela,
      change: byBela('im/setMsgIsRead', (at) => ({
        toContactId: parts(at).group,
        messages: [{ id: 'one' }],
      })),
      right: dark,
    },
    'a chat is muted': {
      arrange: toBela,
      change: byBela('im/isNotice', (at) => ({ id: parts(at).group, is_notice: 0 })),
      right: dark,
    },
    'its author is blocked': {
      arrange: toBela,
      change: byBela('im/blockPerson', (at) => ({ id: parts(at).anna.id, on: 1 })),
      right: dark,
    },
    'a chat is cleared': {
      arrange: toBela,
      change: byAnna('group/clearMessage', (at) => ({ id: parts(at).group })),
      right: dark,
    },
    'a member is removed': {
      arrange: toBela,
      change: async (at) => {
        const { world, anna, bela, group } = parts(at);
        await world.ok(anna, 'group/removeUser', { id: group, user_id: bela.id });
        return at.push.sent.length;
      },
      right: async (at, isFirst) => {
        if (isFirst) expect(await screen(at)).toEqual([]);
      },
    },
    'a reminder is removed': {
      arrange: withDevice(async (at) => {
        await reminder(at);
        await doDue(parts(at).world.server.core, new RateCounter(parts(at).world.clock));
        await parts(at).world.ok(parts(at).bela, 'im/setMsgIsRead', {
          toContactId: parts(at).group,
          messages: [{ id: 'to-remember' }],
        });
      }),
      change: byBela('im/setReminder', () => ({ id: 'to-remember' })),
      right: dark,
    },
    'a message that was not sent is discarded': {
      arrange: withDevice(async (at) => {
        await scheduled(at);
        await parts(at).world.ok(parts(at).anna, 'group/removeGroup', { id: parts(at).group });
        await doDue(parts(at).world.server.core, new RateCounter(parts(at).world.clock));
      }, 'anna'),
      change: byAnna('im/discardScheduled', () => ({ id: 'due' })),
      right: dark,
    },
    'a call is answered': {
      arrange: withDevice(ring),
      change: (at) => signal(at, 'bela', 'acceptRtc'),
      right: dark,
    },
    'a call is missed': {
      arrange: withDevice(ring),
      change: (at) => signal(at, 'anna', 'hangup'),
      right: async (at) => {
        const rang = at.push.sent.some(({ note }) => note['kind'] === 'call');
        expect(await screen(at)).toEqual(rang ? ['missed'] : []);
      },
    },
  },
};
