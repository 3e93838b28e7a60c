import { DAY, HOUR, MINUTE, SECOND } from '../../src/domain/duration.ts';
import { messageId, streamId, userId } from '../../src/domain/ids.ts';
import { pushLimits, streamLimits, tokenLimits, uploadLimits } from '../../src/domain/limits.ts';
import { endGuests } from '../../src/server/features/guests/end-guests.ts';
import { liftQuiet } from '../../src/server/features/contacts/flags.ts';
import { pruneAudit } from '../../src/server/features/audit/prune.ts';
import { sendDigests } from '../../src/server/features/mail-digest/send-digests.ts';
import { doDue } from '../../src/server/features/later/due.ts';
import { purge } from '../../src/server/features/messages/purge.ts';
import { pushDue } from '../../src/server/features/push/deliver.ts';
import { forgetExpired, forgetSends, LEDGER_START, prune } from '../../src/server/features/sync/prune.ts';
import { sweepFiles } from '../../src/server/features/uploads/sweep.ts';
import { eraseDue } from '../../src/server/features/vanish/erase-due.ts';
import { noteAudit } from '../../src/server/kernel/audit.ts';
import { RateCounter } from '../../src/server/kernel/rate.ts';
import { FailedRows } from '../../src/server/kernel/row-retries.ts';
import type { House } from '../support/failing-lists.ts';
import { wantsDigest, withAddress } from '../support/wanted-digests.ts';
import { device } from '../support/pretended-push.ts';
import { type Person } from '../support/world.ts';

/** A server, and the mails that it sent. */
export interface Place {
  readonly house: House;
  readonly mails: readonly string[];
}

/** Something that has begun, and ends. */
export interface Begun {
  readonly isOver: () => Promise<boolean>;
  /** A round of its job. */
  readonly round?: () => Promise<unknown>;
}

export interface Age {
  readonly what: string;
  readonly ageMs: number | ((nowMs: number) => number);
  /**
   * `moment`: it ends at a time of day. `wait`: it follows elapsed time. `limit`: it ends at a time of day,
   * and a clock set back makes it no longer.
   */
  readonly by: 'moment' | 'wait' | 'limit';
  /** A jump after which nothing happens. */
  readonly without?: string;
  /** Asking uses it up. */
  readonly isUsed?: true;
  readonly begin: (at: Place) => Promise<Begun> | Begun;
}

export const core = ({ house }: Place) => house.at.world.server.core;
export const soon = ({ house }: Place, ms = 2 * HOUR) => house.at.world.clock.nowMs() + ms;
/** Calls as this user, who logs in again: logins end, too. */
export const asking =
  ({ house }: Place, who: Person) =>
  async (path: string, body: object = {}) => {
    const { world } = house.at;
    return world.call(await world.login(who.account), path, body);
  };
const messageGone = async ({ house }: Place, id: string) =>
  (await house.read((tx) => tx.messages.byId(messageId(id)))) === null;

/** Jobs that do what is due. */
export const DUE: readonly Age[] = [
  {
    what: 'events are pruned',
    ageMs: streamLimits.eventAgeMaxMs + 1,
    by: 'moment',
    begin: async (at) => {
      await at.house.say(at.house.at.anna, at.house.at.group, 'old');
      const count = async () =>
        (await at.house.read((tx) => tx.streams.events(streamId(at.house.at.group), 0, 99))).length;
      const before = await count();
      return { isOver: async () => (await count()) < before, round: () => prune(core(at)) };
    },
  },
  {
    what: 'a send can no longer be repeated',
    ageMs: streamLimits.sendLedgerMs + 1,
    by: 'moment',
    begin: async (at) => {
      await at.house.say(at.house.at.anna, at.house.at.group, 'old');
      return {
        isOver: async () => (await at.house.read((tx) => tx.ledger.page(LEDGER_START, 9))).length === 0,
        round: () => forgetSends(core(at), LEDGER_START),
      };
    },
  },
  {
    what: 'an ended login is forgotten',
    ageMs: tokenLimits.lifeMs,
    by: 'moment',
    begin: (at) => ({
      isOver: () =>
        at.house.read(
          async (tx) => (await tx.tokens.ofUser(at.house.user(at.house.at.bela), 0)).length === 0,
        ),
      round: () => forgetExpired(core(at)),
    }),
  },
  {
    what: 'an entry of the audit is pruned',
    ageMs: DAY + 1,
    by: 'moment',
    begin: async (at) => {
      await at.house.write((tx) => noteAudit(core(at).passwords, tx, { by: 'server', what: 'user enable' }));
      return {
        isOver: async () =>
          (await at.house.read((tx) => tx.audit.page(0, 9))).every(({ what }) => what !== 'user enable'),
        round: () => pruneAudit(core(at), 1),
      };
    },
  },
  {
    what: 'an old message is deleted',
    ageMs: DAY + 1,
    by: 'moment',
    begin: async (at) => {
      await at.house.at.world.setConfig((config) => ({
        ...config,
        chatInfo: { ...config.chatInfo, msgClear: true, msgClearDay: 1 },
      }));
      await at.house.say(at.house.at.anna, at.house.at.group, 'old');
      return { isOver: () => messageGone(at, 'old'), round: () => purge(core(at)) };
    },
  },
  {
    what: 'an unused file is removed',
    ageMs: uploadLimits.unusedMs + 1,
    by: 'moment',
    begin: async (at) => {
      const key = 'aa'.repeat(16);
      await at.house.write((tx) =>
        tx.files.insert({
          user: at.house.user(at.house.at.anna),
          name: 'a.txt',
          ext: 'txt',
          mime: 'text/plain',
          cate: 1,
          sizeBytes: 1,
          digest: key,
          key,
          purpose: 'message',
          details: null,
          createdAtMs: soon(at, 0),
        }),
      );
      return {
        isOver: async () => (await at.house.read((tx) => tx.files.byKey(key))) === null,
        round: () => sweepFiles(core(at)),
      };
    },
  },
  {
    what: 'a push is sent',
    // The login of the device has ended.
    without: '61 days',
    ageMs: pushLimits.unseenMs,
    by: 'moment',
    begin: async (at) => {
      const { world, anna, bela } = at.house.at;
      await device(world, bela, 'bela');
      await world.clock.advance(0);
      await at.house.say(anna, bela.id, 'to-bela');
      const { push } = core(at);
      return {
        isOver: () => Promise.resolve(at.house.sent.sent.length > 0),
        round: async () => push && pushDue(core(at), push),
      };
    },
  },
  {
    what: 'a scheduled message is sent',
    ageMs: 2 * HOUR,
    by: 'moment',
    begin: async (at) => {
      const { world, anna, group } = at.house.at;
      const body = { id: 'later', toContactId: group, content: 'later', sendTime: soon(at) };
      await world.ok(anna, 'im/scheduleMessage', body);
      return {
        isOver: async () => !(await messageGone(at, 'later')),
        round: () => doDue(core(at), new RateCounter(world.clock)),
      };
    },
  },
  {
    what: 'an outgoing hook tries again',
    ageMs: 2 * HOUR,
    by: 'moment',
    begin: async (at) => {
      const { world, anna, group } = at.house.at;
      const form = { id: group, name: 'CI', url: 'https://example.org/', kinds: ['messages'] };
      const { hook } = await world.ok<{ hook: number }>(anna, 'group/addOutgoing', form);
      await at.house.say(anna, group, 'reported');
      const { seq = 0 } = (await at.house.read((tx) => tx.outgoing.get(userId(hook)))) ?? {};
      const progress = { seq, dueMs: soon(at), tries: 1, failingSinceMs: 1, claimedMs: 0 };
      await at.house.write((tx) => tx.outgoing.advance(userId(hook), progress));
      const due = () => at.house.read((tx) => tx.outgoing.due(world.clock.nowMs(), 9));
      return { isOver: async () => (await due()).length > 0 };
    },
  },
  {
    what: 'a user is reminded',
    ageMs: 2 * HOUR,
    by: 'moment',
    begin: async (at) => {
      const { world, anna, bela, group } = at.house.at;
      await at.house.say(anna, group, 'to-remember');
      await world.ok(bela, 'im/setReminder', { id: 'to-remember', remindTime: soon(at) });
      return {
        isOver: async () =>
          (await at.house.read((tx) => tx.later.remindersDue(Number.MAX_SAFE_INTEGER, 9))).length === 0,
        round: () => doDue(core(at), new RateCounter(world.clock)),
      };
    },
  },
  {
    what: 'a message vanishes',
    ageMs: DAY,
    by: 'moment',
    begin: async (at) => {
      const { world, anna, group } = at.house.at;
      await world.ok(anna, 'im/setTimer', { toContactId: group, days: 1 });
      await at.house.say(anna, group, 'short-lived');
      return { isOver: () => messageGone(at, 'short-lived'), round: () => eraseDue(core(at)) };
    },
  },
  {
    what: 'a muted chat sounds again',
    ageMs: 2 * HOUR,
    by: 'moment',
    begin: async (at) => {
      const { world, bela, group } = at.house.at;
      await world.ok(bela, 'im/isNotice', { id: group, is_notice: 0, quiet_until: soon(at) });
      return {
        isOver: async () =>
          (await at.house.read((tx) => tx.members.get(streamId(group), at.house.user(bela))))?.isNotice ===
          true,
        round: () => liftQuiet(core(at)),
      };
    },
  },
  {
    what: 'a guest leaves at the end',
    ageMs: 2 * HOUR,
    by: 'moment',
    begin: async ({ house, ...at }) => {
      const [user, stream] = [house.user(house.at.bela), streamId(house.at.group)];
      const row = { user, stream, link: 1, by: user, createdAtMs: 1, untilMs: soon({ house, ...at }) };
      await house.write((tx) => tx.guests.insert(row));
      const isOver = async () => (await house.read((tx) => tx.guests.get(user)))?.untilMs === 0;
      return { isOver, round: () => endGuests(core({ house, ...at })) };
    },
  },
  {
    what: 'a mail about unread messages is sent',
    // The minute of the last visit has to end.
    ageMs: (nowMs) => DAY + MINUTE - (nowMs % MINUTE),
    by: 'moment',
    begin: async (at) => {
      const { world } = at.house.at;
      await wantsDigest(at.house, at.house.at.bela);
      return {
        isOver: () => Promise.resolve(at.mails.some((text) => text.includes('anna name'))),
        round: () => sendDigests(withAddress(core(at)), new RateCounter(world.clock)),
      };
    },
  },
  {
    what: 'a failed row is attempted again',
    ageMs: 10 * SECOND,
    by: 'wait',
    begin: async (at) => {
      const rows = new FailedRows(core(at), 'x');
      await rows.attempt('row', () => Promise.reject(new Error('no')));
      return { isOver: () => Promise.resolve(!rows.waits('row')) };
    },
  },
];
