import { expect } from 'vitest';
import { CALL } from '../../src/domain/call.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/domain/duration.ts';
import { groupId, messageId, streamId, userId } from '../../src/domain/ids.ts';
import { uploadLimits } from '../../src/domain/limits.ts';
import { liftQuiet } from '../../src/server/features/contacts/flags.ts';
import { endUnanswered, endUnfollowed } from '../../src/server/features/calls/unanswered.ts';
import { endGuests } from '../../src/server/features/guests/end-guests.ts';
import { dropGone } from '../../src/server/features/group-calls/watch.ts';
import { finishErasures } from '../../src/server/features/erasing/erase-own.ts';
import { finishClearings } from '../../src/server/features/groups/clear.ts';
import { finishDissolvings } from '../../src/server/features/groups/dissolve.ts';
import { purge } from '../../src/server/features/messages/purge.ts';
import { takeTurn } from '../../src/server/features/hooks/deliver.ts';
import { indexWords } from '../../src/server/features/search/index-words.ts';
import { sweepFiles, sweepReleased } from '../../src/server/features/uploads/sweep.ts';
import { eraseDue } from '../../src/server/features/vanish/erase-due.ts';
import { PUSHES } from './while-reading-pushes.ts';
import {
  byAnna,
  type Change,
  type HeldHouse,
  parts,
  ring,
  signal,
  type Work,
  texts,
} from './while-reading.ts';
import { OF_USERS } from './while-reading-users.ts';

const quiet: Change['arrange'] = async (at) => {
  const { world, bela, group } = parts(at);
  await world.ok(bela, 'im/isNotice', { id: group, is_notice: 0, quiet_until: world.clock.nowMs() + HOUR });
  world.clock.pass(HOUR);
};
const quietFor =
  (more: (nowMs: number) => object): Change['change'] =>
  (at) => {
    const { world, bela, group } = parts(at);
    return world.code(bela, 'im/isNotice', { id: group, is_notice: 0, ...more(world.clock.nowMs()) });
  };
const staysQuiet: Change['right'] = async (at) => {
  const { world, bela, group } = parts(at);
  expect((await world.contact(bela, group))?.['is_notice']).toBe(0);
};

const ofHouse = (days: number) => async (at: HeldHouse) => {
  const code = (await texts(at)).length > 0 ? 0 : 1;
  await parts(at).world.setConfig((config) => ({
    ...config,
    chatInfo: { ...config.chatInfo, msgClear: days > 0, msgClearDay: days },
  }));
  return code;
};
const ofGroup = (days: number) => async (at: HeldHouse) => {
  const code = (await texts(at)).length > 0 ? 0 : 1;
  const group = groupId(Number(parts(at).group.replace('group-', '')));
  await at.house.write((tx) => tx.groups.retain(group, days));
  return code;
};
const old =
  (retain: (at: HeldHouse) => Promise<unknown>): Change['arrange'] =>
  async (at) => {
    await at.house.say(parts(at).anna, parts(at).group, 'old');
    parts(at).world.clock.pass(3 * DAY);
    await retain(at);
  };
const sayNew: Change['change'] = async (at) => {
  await at.house.say(parts(at).anna, parts(at).group, 'new');
  return 0;
};
const staysNew: Change['right'] = async (at) => expect(await texts(at)).toEqual(['words of new']);
const staysUnlessGone: Change['right'] = async (at, isFirst) => {
  if (isFirst) expect(await texts(at)).toEqual(['words of old']);
};

const unusedFile: Change['arrange'] = async ({ house }) => {
  const { world, anna } = house.at;
  const key = 'aa'.repeat(16);
  await house.write((tx) =>
    tx.files.insert({
      user: userId(anna.id),
      name: 'a.txt',
      ext: 'txt',
      mime: 'text/plain',
      cate: 1,
      sizeBytes: 1,
      digest: key,
      key,
      purpose: 'message',
      details: null,
      createdAtMs: world.clock.nowMs(),
    }),
  );
  world.clock.pass(uploadLimits.unusedMs + SECOND);
};
const fileOf = ({ house }: HeldHouse) => house.read((tx) => tx.files.byKey('aa'.repeat(16)));

const callCode = async ({ house }: HeldHouse): Promise<unknown> =>
  (await house.read((tx) => tx.messages.byId(messageId('call-1'))))?.extra?.['code'];

const said: Change['arrange'] = (at) => at.house.say(parts(at).anna, parts(at).group, 'words');
const found = async (at: HeldHouse, keywords: string) => {
  await indexWords(parts(at).world.server.core);
  return (await parts(at).world.rows(parts(at).anna, 'im/search', { keywords })).length;
};

const OTHER = 'https://other.example.org/';
const form = (group: string) => ({ id: group, name: 'CI', url: 'https://example.org/', kinds: ['messages'] });
const hooks = new Map<string, number>();
const hookOf = (group: string): number => hooks.get(group) ?? 0;
const hooked: Change['arrange'] = async (at) => {
  const { world, anna, group } = parts(at);
  hooks.set(group, (await world.ok<{ hook: number }>(anna, 'group/addOutgoing', form(group))).hook);
  await at.house.say(anna, group, 'an-event');
};
/** Its address, and the deliveries in its log. */
const hookLeft = (at: HeldHouse) =>
  at.house.read(async (tx) => {
    const user = userId(hookOf(parts(at).group));
    return [
      (await tx.outgoing.get(user))?.url ?? null,
      (await tx.outgoing.deliveries(user, 9)).length,
    ] as const;
  });

/** Joins with the socket that is online now. */
const joinCall = async (at: HeldHouse): Promise<number> => {
  const { world, anna, group } = parts(at);
  const { clientId: clientid } = await world.online(anna);
  const body = { toContactId: group, device: 'd'.repeat(32) };
  return (await world.call(anna, 'im/joinGroupCall', body, { clientid })).code;
};
const leftWithoutWord: Change['arrange'] = async (at) => {
  const { world, anna, group } = parts(at);
  const socket = await world.online(anna);
  const body = { toContactId: group, device: 'd'.repeat(32) };
  await world.call(anna, 'im/joinGroupCall', body, { clientid: socket.clientId });
  socket.cut();
};
const staysInCall: Change['right'] = async (at) => {
  const call = await at.house.read((tx) => tx.groupCalls.get(streamId(parts(at).group)));
  expect(call?.devices.map(({ user }) => user)).toEqual([parts(at).anna.id]);
};

const NO_CHANGE = 'one statement decides and writes';
const READS_ONLY = 'writes nothing that users see';

/** Each job of a node, by what starts it. */
export const TABLE: Readonly<Record<string, Work | typeof NO_CHANGE | typeof READS_ONLY>> = {
  ...OF_USERS,
  startErasingDue: {
    run: eraseDue,
    changes: {
      'another message comes': {
        arrange: async (at) => {
          await parts(at).world.ok(parts(at).anna, 'im/setTimer', { toContactId: parts(at).group, days: 1 });
          await at.house.say(parts(at).anna, parts(at).group, 'old');
          parts(at).world.clock.pass(DAY + MINUTE);
        },
        change: sayNew,
        right: staysNew,
      },
    },
  },
  startLiftingQuiet: {
    run: liftQuiet,
    changes: {
      'a chat is muted for longer': {
        arrange: quiet,
        change: quietFor((nowMs) => ({ quiet_until: nowMs + HOUR })),
        right: staysQuiet,
      },
      'a chat is muted permanently': { arrange: quiet, change: quietFor(() => ({})), right: staysQuiet },
    },
  },
  startEndingGuests: {
    run: endGuests,
    changes: {
      'a guest becomes an account': {
        arrange: async (at) => {
          const { world, bela, group } = parts(at);
          const user = userId(bela.id);
          const row = { user, stream: streamId(group), link: 1, by: user, createdAtMs: 1, untilMs: 1 };
          await world.server.core.store.write((tx) => tx.guests.insert(row));
        },
        change: async (at) => {
          const { world, bela } = parts(at);
          const user = userId(bela.id);
          return world.server.core.store.write(async (tx) => {
            const isGuest = (await tx.guests.get(user))?.untilMs !== 0;
            if (isGuest) await tx.guests.remove(user);
            return isGuest ? 0 : -1;
          });
        },
        right: async (at, became) => {
          const { world, bela } = parts(at);
          expect(await world.code(bela, 'im/getContacts', {})).toBe(became ? 0 : -1);
        },
      },
    },
  },
  startPurging: {
    run: purge,
    changes: {
      'the server keeps messages from now on': {
        arrange: old(ofHouse(1)),
        change: ofHouse(0),
        right: staysUnlessGone,
      },
      'the group keeps messages from now on': {
        arrange: old(ofGroup(1)),
        change: ofGroup(0),
        right: staysUnlessGone,
      },
      'the server keeps messages longer': {
        arrange: old(ofHouse(1)),
        change: ofHouse(30),
        right: staysUnlessGone,
      },
      'another message comes': { arrange: old(ofHouse(1)), change: sayNew, right: staysNew },
    },
  },
  startFinishingClearings: {
    run: finishClearings,
    changes: {
      'another message comes': {
        arrange: async (at) => {
          await at.house.say(parts(at).anna, parts(at).group, 'old');
          const stream = streamId(parts(at).group);
          const by = userId(parts(at).anna.id);
          await at.house.write(async (tx) => {
            await tx.clearings.begin(stream, { n: (await tx.streams.get(stream))?.count ?? 0, by });
          });
        },
        change: sayNew,
        right: staysNew,
      },
    },
  },
  startFinishingDissolvings: { run: finishDissolvings, changes: {} },
  startSweeping: {
    run: (core) => sweepFiles(core).then(() => sweepReleased(core)),
    changes: {
      'a message holds the file': {
        arrange: unusedFile,
        change: async (at) => {
          const { world, anna, group } = parts(at);
          const id = (await fileOf(at))?.id ?? 0;
          const body = { id: 'with-file', toContactId: group, type: 'file', content: 'a.txt', file_id: id };
          return world.code(anna, 'im/sendMessage', body);
        },
        right: async (at, isFirst) => expect((await fileOf(at)) !== null).toBe(isFirst),
      },
    },
  },
  startEndingUnanswered: {
    run: async (core) => {
      const { unansweredIds } = await endUnanswered(core, new Set());
      await endUnanswered(core, unansweredIds);
      const { stale } = await endUnfollowed(core, new Map());
      await endUnfollowed(core, stale);
    },
    changes: {
      'a call that rings is answered': {
        arrange: ring,
        change: (at) => signal(at, 'bela', 'acceptRtc'),
        right: async (at, isFirst) => {
          if (isFirst) expect(await callCode(at)).toBe(CALL.ringing);
        },
      },
    },
  },
  startDroppingGone: {
    run: async (core) => dropGone(core, await dropGone(core, new Map())),
    changes: {
      'the device binds again': { arrange: leftWithoutWord, change: joinCall, right: staysInCall },
    },
  },
  startPlacingCalls: NO_CHANGE,
  startPushing: PUSHES,
  startDelivering: {
    run: async (core) => {
      const posts = core.hookPosts;
      if (!posts) throw new Error('no way to post');
      const due = await core.store.read((tx) => tx.outgoing.due(core.clock.nowMs(), 9));
      const { signal: goesOn } = new AbortController();
      for (const { user } of due) await takeTurn({ core, posts, signal: goesOn }, user);
    },
    changes: {
      'the hook is removed': {
        arrange: hooked,
        change: byAnna('group/removeOutgoing', (at) => ({
          id: parts(at).group,
          hook: hookOf(parts(at).group),
        })),
        right: async (at) => expect(await hookLeft(at)).toEqual([null, 0]),
      },
      'its address is replaced': {
        arrange: hooked,
        change: byAnna('group/editOutgoing', (at) => ({
          ...form(parts(at).group),
          url: OTHER,
          hook: hookOf(parts(at).group),
        })),
        right: async (at) => expect((await hookLeft(at))[0]).toBe(OTHER),
      },
    },
  },
  startIndexing: {
    run: (core) => indexWords(core),
    changes: {
      'a message is recalled': {
        arrange: said,
        change: byAnna('im/undoMessage', () => ({ id: 'words' })),
        right: async (at) => expect(await found(at, 'words')).toBe(0),
      },
      'a message is edited': {
        arrange: said,
        change: byAnna('im/editMessage', () => ({ id: 'words', content: 'another text' })),
        right: async (at) => expect([await found(at, 'words'), await found(at, 'another')]).toEqual([0, 1]),
      },
    },
  },
  startFinishingErasures: { run: finishErasures, changes: {} },
  startPruning: NO_CHANGE,
  startPruningAudit: NO_CHANGE,
  startCleaning: READS_ONLY,
  startVerifying: READS_ONLY,
  startLookingAtProviders: READS_ONLY,
  startFilling: READS_ONLY,
};
