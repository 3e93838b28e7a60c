import { clientId, groupId, messageId, msgId, privateStream } from '../../src/domain/ids.ts';
import { type StreamId, streamId, type UserId, userId } from '../../src/domain/ids.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/domain/duration.ts';
import { groupCallLimits } from '../../src/domain/group-call-limits.ts';
import { callLimits, uploadLimits } from '../../src/domain/limits.ts';
import type { LdapPeople } from '../../src/ports/ldap.ts';
import type { Store, ReadTx, WriteTx } from '../../src/ports/store.ts';
import { device, type PretendedPush } from './pretended-push.ts';
import { digests } from './wanted-digests.ts';
import type { Person, ThreePeople } from './world.ts';

/** Two rows of a job's list: of the first everything fails. */
export interface Rows {
  readonly fails: unknown;
  /** Reports for each of the two rows whether it is done. */
  done(): Promise<readonly [boolean, boolean]>;
  /** The time for which the first row keeps failing. */
  readonly failsMs?: number;
  /** The time of the first round. */
  readonly firstMs?: number;
  /** The time within which the retry comes, once nothing fails any more. */
  readonly healMs?: number;
}

export type Prepare = (house: House) => Promise<Rows>;

export class House {
  readonly store: Store;

  constructor(
    readonly at: ThreePeople,
    readonly sent: PretendedPush,
    readonly directory: { people: LdapPeople },
  ) {
    this.store = at.world.server.core.store;
  }

  read = <T>(work: (tx: ReadTx) => Promise<T>): Promise<T> => this.store.read(work);
  write = <T>(work: (tx: WriteTx) => Promise<T>): Promise<T> => this.store.write(work);
  say = (from: Person, to: string | number, id: string) =>
    this.at.world.ok(from, '/enterprise/im/sendMessage', {
      id,
      toContactId: String(to),
      type: 'text',
      content: `words of ${id}`,
    });
  user = (who: Person): UserId => userId(who.id);

  /** A chat of two and a group with a message each, in the order of their names, as lists have them. */
  async chats(): Promise<readonly [StreamId, StreamId]> {
    const { anna, bela, group } = this.at;
    await this.say(anna, bela.id, 'in-two');
    await this.say(anna, group, 'in-group');
    const [one, two] = [privateStream(this.user(anna), this.user(bela)), streamId(group)].toSorted();
    if (!one || !two) throw new Error('two chats');
    return [one, two];
  }
}

async function both<T>(rows: readonly [T, T], isDone: (row: T) => Promise<boolean>) {
  return [await isDone(rows[0]), await isDone(rows[1])] as const;
}

const clearings: Prepare = async (house) => {
  const chats = await house.chats();
  const { anna } = house.at;
  await house.write(async (tx) => {
    for (const chat of chats) await tx.clearings.begin(chat, { n: 1, by: house.user(anna) });
  });
  return {
    fails: chats[0],
    done: () => both(chats, async (chat) => (await house.read((tx) => tx.clearings.get(chat))) === null),
  };
};

const dissolvings: Prepare = async (house) => {
  const { world, anna, bela, group } = house.at;
  const groups = [group, await world.group(anna, [bela])].map(streamId) as unknown as [StreamId, StreamId];
  await house.write(async (tx) => {
    for (const one of groups)
      await tx.dissolvings.begin(one, { seq: (await tx.streams.get(one))?.head ?? 0, by: house.user(anna) });
  });
  return {
    fails: groups[0],
    done: () => both(groups, async (one) => (await house.read((tx) => tx.dissolvings.get(one))) === null),
  };
};

const gone: Prepare = async (house) => {
  const { world, anna, bela, group } = house.at;
  const groups = [group, await world.group(anna, [bela])].map(streamId) as unknown as [StreamId, StreamId];
  const [device, client] = ['0'.repeat(32), clientId('gone')];
  await house.write(async (tx) => {
    for (const stream of groups) {
      const call = { stream, id: `call of ${stream}`, startedAtMs: 0, startedBy: house.user(anna) };
      await tx.groupCalls.save({ ...call, users: [house.user(anna)], removed: [], unit: '' });
      const user = house.user(anna);
      await tx.groupCalls.saveDevice({ stream, device, user, client, joinedAtMs: 0, isHandRaised: false });
    }
  });
  return {
    fails: groups[0],
    firstMs: groupCallLimits.settleMs + groupCallLimits.lookMs,
    done: () => both(groups, async (one) => (await house.read((tx) => tx.groupCalls.get(one))) === null),
  };
};

const purged: Prepare = async (house) => {
  const chats = await house.chats();
  const { world } = house.at;
  await world.setConfig((config) => ({
    ...config,
    chatInfo: { ...config.chatInfo, msgClear: true, msgClearDay: 1 },
  }));
  world.clock.pass(2 * DAY);
  // The night comes soon.
  const toNight = DAY - ((world.clock.nowMs() - 2 * HOUR) % DAY);
  world.clock.pass(toNight - SECOND);
  return {
    fails: chats[0],
    done: () =>
      both(chats, async (chat) => (await house.read((tx) => tx.messages.oldest(chat, 1))).length === 0),
  };
};

const files: Prepare = async (house) => {
  const row = (key: string) => ({
    user: house.user(house.at.anna),
    name: 'a.txt',
    ext: 'txt',
    mime: 'text/plain',
    cate: 1 as const,
    sizeBytes: 1,
    digest: key,
    key,
    purpose: 'message' as const,
    details: null,
    createdAtMs: house.at.world.clock.nowMs(),
  });
  const keys = ['aa'.repeat(16), 'bb'.repeat(16)] as const;
  const [first] = await house.write(async (tx) => [
    await tx.files.insert(row(keys[0])),
    await tx.files.insert(row(keys[1])),
  ]);
  house.at.world.clock.pass(uploadLimits.unusedMs + SECOND);
  return {
    fails: first,
    firstMs: uploadLimits.sweepEveryMs,
    done: () => both(keys, async (key) => (await house.read((tx) => tx.files.byKey(key))) === null),
  };
};

const signal = (house: House, from: Person, to: Person, id: string, event: string) =>
  house.at.world.ok(from, '/enterprise/im/sendToMsg', { id, type: 1, status: 3, toContactId: to.id, event });

async function twoCalls(house: House) {
  const { world, anna, bela, cleo } = house.at;
  const dora = await world.person('dora');
  await world.befriend(cleo, dora);
  for (const one of [bela, dora]) await world.online(one);
  await signal(house, anna, bela, 'call-1', 'calling');
  await signal(house, cleo, dora, 'call-2', 'calling');
  const [one, two] = (await house.read((tx) => tx.calls.ringing(9))).map((row) => row.msgId);
  if (!one || !two) throw new Error('two calls ring');
  return { calls: [one, two] as const, dora };
}
const ringing: Prepare = async (house) => {
  const { calls } = await twoCalls(house);
  // The node follows the calls with its own timers at first, so this waits longer.
  house.at.world.clock.pass(MINUTE);
  const ring = async () => (await house.read((tx) => tx.calls.ringing(9))).map((row) => row.msgId);
  return {
    fails: calls[0],
    failsMs: 35 * SECOND,
    done: () => both(calls, async (call) => !(await ring()).includes(call)),
  };
};
const talking: Prepare = async (house) => {
  const { world, anna, bela, cleo } = house.at;
  const { calls, dora } = await twoCalls(house);
  // The node no longer holds these sockets.
  await signal(house, anna, bela, 'call-1', 'hangup');
  await signal(house, cleo, dora, 'call-2', 'hangup');
  await house.write(async (tx) => {
    for (const call of calls) await tx.calls.addTalking(call);
  });
  world.clock.pass(callLimits.unfollowedMs + MINUTE);
  return {
    fails: calls[0],
    failsMs: 150 * SECOND,
    done: () => both(calls, async (call) => !(await house.read((tx) => tx.calls.isTalking(call)))),
  };
};

const pushes: Prepare = async (house) => {
  const { world, anna, bela, cleo } = house.at;
  await device(world, bela, 'bela');
  await device(world, cleo, 'cleo');
  await house.say(anna, bela.id, 'to-bela');
  await house.say(anna, cleo.id, 'to-cleo');
  const sent = (name: string) => () =>
    Promise.resolve(house.sent.sent.some(({ endpoint }) => endpoint.endsWith(name)));
  return {
    fails: privateStream(house.user(anna), house.user(bela)),
    failsMs: 170 * SECOND,
    healMs: 11 * MINUTE,
    done: () => both([sent('bela'), sent('cleo')], (look) => look()),
  };
};

const events: Prepare = async (house) => {
  const { world, anna, bela, group } = house.at;
  const groups = [group, await world.group(anna, [bela])] as const;
  const hookOf = async (id: string): Promise<UserId> => {
    const form = { id, name: 'CI', url: 'https://example.org/', kinds: ['messages'] };
    const { hook } = await world.ok<{ hook: number }>(anna, 'group/addOutgoing', form);
    await house.say(anna, id, `to-${id}`);
    return userId(hook);
  };
  const [one, two] = [await hookOf(groups[0]), await hookOf(groups[1])];
  const isSent = async (hook: UserId) =>
    (await house.read((tx) => tx.outgoing.deliveries(hook, 9))).some(({ state }) => state === 'sent');
  return { fails: one, done: () => both([one, two], isSent) };
};

const words: Prepare = async (house) => {
  const chats = await house.chats();
  return {
    fails: chats[0],
    done: () =>
      both(chats, async (chat) => !(await house.read((tx) => tx.words.waiting('', 99))).includes(chat)),
  };
};

const scheduled: Prepare = async (house) => {
  const { world, anna, bela, group } = house.at;
  for (const [who, id] of [
    [anna, 'later-1'],
    [bela, 'later-2'],
  ] as const)
    await world.ok(who, 'im/scheduleMessage', {
      id,
      toContactId: group,
      content: 'later',
      sendTime: world.clock.nowMs() + MINUTE,
    });
  world.clock.pass(MINUTE);
  return {
    fails: 'later-1',
    done: () =>
      both(
        [
          [anna, 'later-1'],
          [bela, 'later-2'],
        ] as const,
        async ([who, id]) =>
          (await house.read((tx) => tx.later.scheduled(house.user(who), messageId(id)))) === null,
      ),
  };
};

const reminders: Prepare = async (house) => {
  const { world, anna, bela, cleo, group } = house.at;
  const sentMessage = await house.say(anna, group, 'to-remember');
  const who = [bela, cleo] as const;
  for (const one of who)
    await world.ok(one, 'im/setReminder', { id: 'to-remember', remindTime: world.clock.nowMs() + MINUTE });
  world.clock.pass(MINUTE);
  return {
    fails: house.user(bela),
    done: () =>
      both(who, async (one) => {
        const row = await house.read((tx) =>
          tx.later.reminder(house.user(one), msgId(sentMessage['msg_id'])),
        );
        return row?.lookMs === null;
      }),
  };
};

const vanishing: Prepare = async (house) => {
  const { world, anna, bela, group } = house.at;
  for (const to of [String(bela.id), group])
    await world.ok(anna, 'im/setTimer', { toContactId: to, days: 1 });
  const chats = await house.chats();
  world.clock.pass(DAY + MINUTE);
  const id = (chat: StreamId) => messageId(chat === streamId(group) ? 'in-group' : 'in-two');
  return {
    fails: chats[0],
    done: () => both(chats, async (chat) => (await house.read((tx) => tx.messages.byId(id(chat)))) === null),
  };
};

const erasures: Prepare = async (house) => {
  const { bela, cleo } = house.at;
  const who = [house.user(bela), house.user(cleo)] as const;
  await house.write(async (tx) => {
    for (const user of who) await tx.erasing.begin({ user, words: 'stay', by: `user ${user}` });
  });
  return {
    fails: who[0],
    done: () => both(who, async (user) => (await house.read((tx) => tx.erasing.get(user))) === null),
  };
};

const quiet: Prepare = async (house) => {
  const { world, bela, cleo, group } = house.at;
  const who = [bela, cleo] as const;
  for (const one of who)
    await world.ok(one, 'im/isNotice', { id: group, is_notice: 0, quiet_until: world.clock.nowMs() + HOUR });
  world.clock.pass(HOUR);
  const isHeard = async (one: Person) => {
    const member = await house.read((tx) => tx.members.get(streamId(group), house.user(one)));
    return member?.isNotice === true;
  };
  return { fails: house.user(bela), done: () => both(who, isHeard) };
};

const guests: Prepare = async (house) => {
  const who = [house.user(house.at.bela), house.user(house.at.cleo)] as const;
  const row = { stream: streamId(house.at.group), link: 1, by: who[0], createdAtMs: 1, untilMs: 1 };
  for (const user of who) await house.write((tx) => tx.guests.insert({ ...row, user }));
  const isEnded = async (user: UserId) => (await house.read((tx) => tx.guests.get(user)))?.untilMs === 0;
  return { fails: who[0], done: () => both(who, isEnded) };
};

/** Linked with the organisation, in the order of their subjects. */
async function linked(house: House, who: readonly Person[]): Promise<void> {
  await house.write(async (tx) => {
    for (const [at, one] of who.entries())
      await tx.openIds.add({
        issuer: 'ldap',
        subject: `s${at}`,
        user: house.user(one),
        provider: 'ldap',
        email: '',
        createdAtMs: 1,
        usedAtMs: 0,
      });
  });
}
const leavers: Prepare = async (house) => {
  const who = [house.at.bela, house.at.cleo] as const;
  await linked(house, who);
  return {
    fails: house.user(who[0]),
    failsMs: 16 * MINUTE,
    done: () => both(who, async (one) => !(await house.read((tx) => tx.users.byId(house.user(one))))?.active),
  };
};
const idOf = (group: string) => groupId(Number(group.replace('group-', '')));
const follow: Prepare = async (house) => {
  const { world, anna, bela, cleo } = house.at;
  await linked(house, [bela, cleo]);
  const groups = [await world.group(anna, [cleo]), await world.group(anna, [cleo])] as const;
  house.directory.people = {
    ids: new Set(['s0', 's1']),
    groups: new Map(groups.map((group) => [idOf(group), new Set(['s0'])])),
  };
  return {
    fails: streamId(groups[0]),
    failsMs: 16 * MINUTE,
    done: () =>
      both(groups, async (group) => {
        const inside = await house.read((tx) => tx.members.idsOf(streamId(group)));
        return inside.includes(house.user(bela)) && !inside.includes(house.user(cleo));
      }),
  };
};

export const NO_LIST = 'works by statements over all rows at once';

/** Every job of a node, by the name of what starts it: the lists that it works through, or `NO_LIST`. */
export const LISTS: Readonly<Record<string, Readonly<Record<string, Prepare>> | typeof NO_LIST>> = {
  startCleaning: NO_LIST,
  startVerifying: NO_LIST,
  startPruning: NO_LIST,
  startPruningAudit: NO_LIST,
  startPurging: { 'old messages': purged },
  startFinishingClearings: { clearings },
  startFinishingDissolvings: { dissolvings },
  startSweeping: { 'unused files': files },
  startEndingUnanswered: { 'calls that ring': ringing, 'calls that nobody follows': talking },
  startDroppingGone: { 'devices without a socket': gone },
  // A call is placed by the next look.
  startPlacingCalls: NO_LIST,
  startPushing: { pushes },
  startMailingDigests: { digests },
  startDelivering: { 'events for hooks': events },
  startIndexing: { words },
  startDoingLater: { 'scheduled messages': scheduled, reminders },
  startErasingDue: { 'messages whose time is over': vanishing },
  startFinishingErasures: { 'erased accounts': erasures },
  startLiftingQuiet: { 'chats whose quiet is over': quiet },
  startEndingGuests: { 'guests at their end': guests },
  startFollowingLdap: { 'people who left': leavers, 'groups of the directory': follow },
  // The adapter asks all at once, and none rejects.
  startLookingAtProviders: NO_LIST,
  startFilling: NO_LIST,
};
