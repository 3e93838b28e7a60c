import { expect } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/domain/duration.ts';
import { messageId, streamId, userId } from '../../src/domain/ids.ts';
import { doDue } from '../../src/server/features/later/due.ts';
import { sendDigests } from '../../src/server/features/mail-digest/send-digests.ts';
import { followLdap } from '../../src/server/features/ldap/follow.ts';
import { makePreview } from '../../src/server/features/previews/make-preview.ts';
import { Quotas } from '../../src/server/features/quotas/quotas.ts';
import { RateCounter } from '../../src/server/kernel/rate.ts';
import { digestRow, wantsDigest, withAddress } from '../support/wanted-digests.ts';
import {
  byAnna,
  byBela,
  type Change,
  type HeldHouse,
  parts,
  reminder,
  scheduled,
  type Work,
  texts,
} from './while-reading.ts';

const scheduledRow = ({ house }: HeldHouse) =>
  house.read((tx) => tx.later.scheduled(userId(house.at.anna.id), messageId('due')));
const moved: Change['change'] = (at) => {
  const { world, anna } = parts(at);
  return world.code(anna, 'im/changeScheduled', { id: 'due', sendTime: world.clock.nowMs() + HOUR });
};

const reminders = async ({ house }: HeldHouse): Promise<number> =>
  (await house.read((tx) => tx.streams.events(streamId(`u${house.at.bela.id}`), 0, 99))).filter(
    ({ facts }) => facts.kind === 'reminded',
  ).length;

const linked: Change['arrange'] = async ({ house }) => {
  await house.write((tx) => tx.openIds.add({ ...LDAP_ROW, user: userId(house.at.bela.id) }));
  house.directory.people = { ids: new Set(['another']), groups: new Map() };
};
const LDAP_ROW = { issuer: 'ldap', subject: 's0', provider: 'ldap', email: '', createdAtMs: 1, usedAtMs: 0 };
const isActive = async ({ house }: HeldHouse, who: 'bela' | 'cleo') =>
  (await house.read((tx) => tx.users.byId(userId(house.at[who].id))))?.active;

const withLink: Change['arrange'] = (at) =>
  parts(at).world.say(parts(at).anna, parts(at).group, 'see https://page.test/a', { id: 'link' });
const card = async ({ house }: HeldHouse): Promise<unknown> =>
  ((await house.read((tx) => tx.messages.byId(messageId('link'))))?.extra?.['link'] as { url: string })?.url;
const noCard: Change['right'] = async (at, isFirst) => {
  if (isFirst) expect(await card(at)).toBeUndefined();
};

const digest: Change['arrange'] = async ({ house }) => {
  await wantsDigest(house, house.at.bela);
  house.at.world.clock.pass(DAY + MINUTE);
};
/** Before the job has decided to send the mail. */
const beforeMail =
  (change: (at: HeldHouse) => Promise<unknown>): Change['change'] =>
  async (at) => {
    const { sentFor } = (await digestRow(at.house, parts(at).bela)) ?? {};
    await change(at);
    return sentFor === 0 ? 0 : 1;
  };
const noMail: Change['right'] = async ({ mails }, isFirst) => expect(mails).toHaveLength(isFirst ? 0 : 1);

export const OF_USERS: Readonly<Record<string, Work>> = {
  startDoingLater: {
    run: (core) => doDue(core, new RateCounter(core.clock)),
    changes: {
      'a scheduled message is discarded': {
        arrange: scheduled,
        change: byAnna('im/discardScheduled', () => ({ id: 'due' })),
        right: async (at, isFirst) => expect(await texts(at)).toEqual(isFirst ? [] : ['old']),
      },
      'a scheduled message is moved': {
        arrange: scheduled,
        change: moved,
        right: async (at, isFirst) => {
          expect(await texts(at)).toEqual(isFirst ? [] : ['old']);
          expect((await scheduledRow(at)) !== null).toBe(isFirst);
        },
      },
      'a scheduled message gets another text': {
        arrange: scheduled,
        change: byAnna('im/changeScheduled', () => ({ id: 'due', content: 'new' })),
        right: async (at, isFirst) => expect(await texts(at)).toEqual([isFirst ? 'new' : 'old']),
      },
      'a refused message is moved': {
        arrange: async (at) => {
          await scheduled(at);
          await parts(at).world.ok(parts(at).anna, 'group/removeGroup', { id: parts(at).group });
        },
        change: moved,
        right: async (at) => {
          const row = await scheduledRow(at);
          expect([row?.failed, row?.lookMs === row?.dueMs]).toEqual(['', true]);
        },
      },
      'a reminder is removed': {
        arrange: reminder,
        change: byBela('im/setReminder', () => ({ id: 'to-remember' })),
        right: async (at) => {
          const [row] = await at.house.read((tx) => tx.later.remindersOf(userId(parts(at).bela.id)));
          expect(row).toBeUndefined();
        },
      },
      'a message with a reminder is recalled': {
        arrange: reminder,
        change: async (at) => {
          const count = await reminders(at);
          await parts(at).world.ok(parts(at).anna, 'im/undoMessage', { id: 'to-remember' });
          return count;
        },
        right: async (at, isFirst) => expect(await reminders(at)).toBe(isFirst ? 0 : 1),
      },
    },
  },
  startMailingDigests: {
    run: (core) => sendDigests(withAddress(core), new RateCounter(core.clock)),
    changes: {
      'the user turns the mails off': {
        arrange: digest,
        change: beforeMail((at) => parts(at).world.ok(parts(at).bela, 'im/mailDigest', { on: 0 })),
        right: noMail,
      },
      'the user returns': {
        arrange: digest,
        change: beforeMail((at) => {
          const minute = Math.floor(parts(at).world.clock.nowMs() / MINUTE);
          return at.house.write((tx) => tx.users.noteSeen(userId(parts(at).bela.id), minute));
        }),
        right: noMail,
      },
      'the account is disabled': {
        arrange: digest,
        change: beforeMail((at) =>
          at.house.write((tx) => tx.users.update(userId(parts(at).bela.id), { active: false })),
        ),
        right: noMail,
      },
    },
  },
  startFollowingLdap: {
    run: followLdap,
    changes: {
      'a user comes into the directory and logs in': {
        arrange: async (at) => {
          await linked(at);
          at.house.directory.people = { ids: new Set(['s0']), groups: new Map() };
        },
        change: async ({ house }) => {
          house.directory.people = { ids: new Set(['s0', 's1']), groups: new Map() };
          const row = { ...LDAP_ROW, subject: 's1', user: userId(house.at.cleo.id) };
          await house.write((tx) => tx.openIds.add(row));
          return 0;
        },
        right: async (at) => expect(await isActive(at, 'cleo')).toBe(true),
      },
      'a user is separated from the directory': {
        arrange: linked,
        change: async ({ house }) => {
          const isFirst = await isActive({ house } as HeldHouse, 'bela');
          await house.write((tx) => tx.openIds.remove(userId(house.at.bela.id), 'ldap', 's0'));
          return isFirst ? 0 : 1;
        },
        right: async (at, isFirst) => {
          if (isFirst) expect(await isActive(at, 'bela')).toBe(true);
        },
      },
    },
  },
};

/** Work that no job starts. */
export const OTHER: Readonly<Record<string, Work>> = {
  'link previews': {
    run: (core) => {
      const on = { core, quotas: new Quotas(core), signal: new AbortController().signal };
      return makePreview(on, userId(1), 'link');
    },
    changes: {
      'the message is edited': {
        arrange: withLink,
        change: byAnna('im/editMessage', () => ({ id: 'link', content: 'without a link' })),
        right: noCard,
      },
      'the message is recalled': {
        arrange: withLink,
        change: byAnna('im/undoMessage', () => ({ id: 'link' })),
        right: noCard,
      },
    },
  },
};
