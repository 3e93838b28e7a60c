import * as fc from 'fast-check';
import { addGroupUser, removeUser } from '../../src/server/features/groups/members.ts';
import {
  changeOwner,
  editGroupName,
  groupSetting,
  setManager,
  setNoSpeak,
  setNotice,
} from '../../src/server/features/groups/rule.ts';
import { deleteFriend as unfriend, setNickname } from '../../src/server/features/friends/answer.ts';
import { addFriend as applyFriend } from '../../src/server/features/friends/apply.ts';
import {
  archiveChat,
  delChat,
  isNotice,
  markUnread,
  setChatTop,
} from '../../src/server/features/contacts/flags.ts';
import { pinMessage } from '../../src/server/features/messages/pins.ts';
import { delMessage, undoMessage } from '../../src/server/features/messages/take-back.ts';
import { react } from '../../src/server/features/messages/react.ts';
import { closePoll, vote } from '../../src/server/features/messages/vote.ts';
import { groupId, groupStream, NOTICE_STREAM, privateStream, userId } from '../../src/domain/ids.ts';
import { command } from '../../src/server/kernel/core.ts';
import { clearMessage, finishClearing } from '../../src/server/features/groups/clear.ts';
import { announcements, publish, withdraw } from '../../src/server/features/notices/notices.ts';
import { preparePeople } from './prepared-people.ts';
import type { Person } from './world.ts';
import { RefusedError, liveWorld, type LiveWorld, type Sent, type Somebody } from './live-world.ts';

/** One action of a user; `pick` chooses among the existing objects. */
export const step = fc.record({
  what: fc.constantFrom(
    'say',
    'sayGroup',
    'sayGroup',
    'recall',
    'delete',
    'pin',
    'react',
    'ask',
    'vote',
    'endPoll',
    'read',
    'mention',
    'top',
    'hide',
    'rename',
    'add',
    'remove',
    'apply',
    'unfriend',
    'remark',
    'notice',
    'archive',
    'markUnread',
    'sync',
    'pause',
    'groupNotice',
    'setting',
    'manager',
    'mute',
    'transfer',
    'clear',
    'purge',
    'call',
    'hangup',
    'announce',
    'withdraw',
    'readNotices',
  ),
  who: fc.nat({ max: 2 }),
  pick: fc.nat({ max: 1_000 }),
});
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Three friends; two of them in a group that the third comes to and goes from. */
export interface Scene {
  readonly world: LiveWorld;
  readonly people: readonly [Somebody, Somebody, Somebody];
  readonly group: { readonly ref: string; readonly stream: Sent['stream'] };
  readonly sent: Sent[];
}

export async function scene(): Promise<Scene> {
  const world = await liveWorld();
  const [ann, ben, eve] = ['Ann', 'Ben', 'Eve'] as const;
  const friends = [
    [ann, ben],
    [ann, eve],
    [ben, eve],
  ] as const;
  const made = await preparePeople({ server: world }, [ann, ben, eve], { friends, group: [ann, ben] });
  await world.settle();
  const login = ({ id, account: name }: Person) => world.login({ id: userId(id), name });
  const people = (await Promise.all(made.people.map(login))) as [Somebody, Somebody, Somebody];
  const { group: ref } = made;
  const stream = groupStream(groupId(Number(ref.replace('group-', ''))));
  return { world, people, group: { ref, stream }, sent: [] };
}

const QUIET = { type: 0, code: undefined, callTime: undefined, sdp: '', iceCandidate: '' } as const;

const REQUEST = { poll: { options: ['one', 'two', 'three'], secret: 1 } } as const;
const EMOJI = ['👍', '❤️', '😂', '🎉', '😮'] as const;

/** Refusals (not a member, not the author, too late) are part of life and leave no trace. */
export async function live(scene: Scene, step: Step): Promise<void> {
  await act(scene, step).catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error;
  });
}

async function act({ world, people, group, sent }: Scene, { what, who, pick }: Step): Promise<void> {
  const me = people[who] ?? people[0];
  const chosen = sent[pick % Math.max(1, sent.length)];
  const [ann, , eve] = people;
  const other = people[(who + 1 + (pick % 2)) % 3] ?? ann;
  switch (what) {
    case 'say':
      sent.push(await world.say(me, other.id, `text ${pick}`));
      return;
    case 'sayGroup':
      sent.push(await world.say(me, group.ref, `group ${pick}`, pick % 3 === 0 ? { at: [other.id] } : {}));
      return;
    case 'recall':
      if (chosen) await undoMessage(me.context, { id: chosen.id });
      return;
    case 'delete':
      if (chosen) await delMessage(me.context, { id: chosen.id });
      return;
    case 'react': {
      const emoji = EMOJI[pick % EMOJI.length] ?? '';
      if (chosen) await react(me.context, { id: chosen.id, emoji, on: pick % 4 !== 0 });
      return;
    }
    case 'ask':
      sent.push(await world.say(me, group.ref, `question ${pick}`, { extends: REQUEST }));
      return;
    case 'vote':
      if (chosen) await vote(me.context, { id: chosen.id, options: [pick % 3], op: undefined });
      return;
    case 'endPoll':
      if (chosen) await closePoll(me.context, { id: chosen.id });
      return;
    case 'read':
      if (chosen) await world.marks.noteShown(me.id, chosen.stream, chosen.n);
      return;
    case 'mention':
      return world.marks.mentionMark(me.id, group.stream);
    case 'top':
      await setChatTop(me.context, { id: pick % 2 ? group.ref : String(other.id), is_top: pick % 3 === 0 });
      return;
    case 'pin':
      if (chosen) await pinMessage(me.context, { id: chosen.id, on: pick % 3 !== 0, op: undefined });
      return;
    case 'hide':
      await delChat(me.context, { id: pick % 2 ? group.ref : String(other.id) });
      return;
    case 'rename':
      await editGroupName(ann.context, { id: group.ref, displayName: `Name ${pick}` });
      return;
    case 'add':
      await addGroupUser(ann.context, { id: group.ref, user_ids: [eve.id] });
      return;
    case 'remove':
      await removeUser(ann.context, { id: group.ref, user_id: eve.id });
      return;
    case 'apply':
      await applyFriend(me.context, { user_id: other.id, remark: 'hello', op: undefined });
      return;
    case 'unfriend':
      await unfriend(me.context, { id: other.id });
      return;
    case 'remark': {
      const row = await world.core.store.read((tx) => tx.friends.between(me.id, other.id));
      if (row) await setNickname(me.context, { friend_id: row.id, nickname: `Remark ${pick % 5}` });
      return;
    }
    case 'notice':
      await isNotice(me.context, {
        id: pick % 2 ? group.ref : String(other.id),
        is_notice: pick % 3 === 0,
        at_only: pick % 3 === 1,
        quiet_until: pick % 5 === 0 ? 4_000_000_000_000 + pick : 0,
      });
      return;
    case 'archive':
      await archiveChat(me.context, { id: pick % 2 ? group.ref : String(other.id), on: pick % 3 > 0 });
      return;
    case 'markUnread':
      await markUnread(me.context, {
        id: pick % 2 ? group.ref : String(other.id),
        on: pick % 3 > 0,
        n: pick % 4 === 0 ? 1 : undefined,
      });
      return;
    case 'groupNotice':
      await setNotice(me.context, { id: group.ref, notice: `notice ${pick}` });
      return;
    case 'setting':
      await groupSetting(me.context, {
        id: group.ref,
        setting: { history: pick % 2 === 0, profile: pick % 3 === 0 },
      });
      return;
    case 'manager':
      await setManager(me.context, { id: group.ref, user_id: other.id, role: pick % 2 ? 2 : 3 });
      return;
    case 'mute':
      await setNoSpeak(me.context, {
        id: group.ref,
        user_id: other.id,
        noSpeakTimer: pick % 5,
        noSpeakDay: 0,
      });
      return;
    case 'transfer':
      await changeOwner(me.context, { id: group.ref, user_id: other.id });
      return;
    case 'clear':
      await clearMessage(me.context, { id: group.ref });
      return;
    case 'purge':
      if (!chosen || chosen.stream.startsWith('u')) return;
      await world.core.store.write((tx) => tx.clearings.begin(chosen.stream, { n: chosen.n, by: null }));
      await finishClearing(world.core, chosen.stream);
      return;
    case 'call':
      await me.context.signalling.signal(me.context, {
        ...QUIET,
        id: `call ${sent.length} ${pick}`,
        toContactId: String(other.id),
        event: 'calling',
      });
      return;
    case 'hangup': {
      const rows = await world.core.store.read((tx) =>
        tx.messages.page({ stream: privateStream(me.id, other.id), fromN: 0, limit: 1, types: ['webrtc'] }),
      );
      const call = rows.rows[0];
      if (call)
        await me.context.signalling.signal(me.context, {
          ...QUIET,
          id: call.id,
          toContactId: String(other.id),
          event: pick % 3 === 0 ? 'busy' : 'hangup',
        });
      return;
    }
    case 'announce':
      await command(world.core, (tx, record) =>
        publish(world.core, tx, record, { title: `title ${pick}`, notice: '' }),
      );
      return;
    case 'withdraw': {
      const [newest] = await world.core.store.read((tx) => announcements(tx, 1));
      if (newest) await command(world.core, (tx, record) => withdraw(tx, record, newest.id));
      return;
    }
    case 'readNotices':
      return world.marks.noteShown(me.id, NOTICE_STREAM, pick % 4);
    case 'pause':
      return world.clock.advance(pick * 2);
    case 'sync':
      return world.settle();
  }
}
