import { personContact, userId } from '../../src/domain/ids.ts';
import type { Contact } from '../../src/client/state/state.ts';
import type { Folder } from '../../src/domain/kept.ts';
import { SOUNDS } from '../../src/domain/sounds.ts';
import { isSignedIn } from '../devices/person.ts';
import { IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { postCall } from './group-acts.ts';
import { pickFrom, passes, placesOf, recordPress } from './subject.ts';
import { eastIn, ORACLE_ZONES } from '../oracle/zones.ts';
import { write } from './write.ts';

const CALLS = {
  archive: '/enterprise/im/archiveChat',
  mark: '/enterprise/im/markUnread',
  keep: '/enterprise/im/keep',
  kept: '/enterprise/im/getKept',
} as const;

/** A chat with others; notes to oneself stay where they are. */
const others = ({ chat, chats, step }: ActContext): Contact | undefined =>
  chat?.kind === 'favourites'
    ? pickFrom(
        chats.filter(({ kind }) => kind !== 'favourites'),
        step.a,
      )
    : chat;

const archive = (hand: ActContext, on: boolean): Promise<unknown> => {
  const chat = others(hand);
  return chat
    ? recordPress(hand, 'archive', chat.id, on, (value) =>
        hand.tab.client.actions.archiveChat(chat.id, value),
      )
    : Promise.resolve();
};

/** Forbidden or malformed archive and mark requests; each must be refused without changes. */
const WRONG: readonly ((hand: ActContext) => object)[] = [
  () => ({ id: 'admin_notice', on: 1 }),
  () => ({ id: '-1', on: 1 }),
  () => ({ id: 'group-90000', on: 1 }),
  (hand) => ({ id: hand.chat?.id ?? 'x', on: 'perhaps' }),
  (hand) => ({ id: hand.chat?.id ?? 'x' }),
  () => ({ on: 1 }),
];

const EMPTY = { text: '', at: [], quote: null } as const;

/** Types key by key, and then pauses, or does something else at once. */
async function typeDraft(hand: ActContext, words = `d${hand.number}`): Promise<void> {
  const chat = hand.chat;
  if (!chat) return;
  for (let end = 1; end <= words.length; end += 1) {
    hand.tab.client.actions.saveDraft(chat.id, { ...EMPTY, text: words.slice(0, end) });
    await passes(hand, 60 + (hand.step.b % 5) * 40);
  }
}

const folder = ({ number, step, chats }: ActContext, at: number): Folder => ({
  id: `f${number}-${at}`,
  name: `Folder ${number}.${at}`,
  people: (step.b + at) % 2 === 0,
  groups: (step.b + at) % 3 === 0,
  unread: (step.b + at) % 5 === 0,
  muted: [null, true, false][(step.b + at) % 3] ?? null,
  chats: chats.slice(0, (step.b + at) % 3).map(({ id }) => id),
});

const QUIET = { from: 1_320, till: 420, east: 60, toMe: false, offUntilMs: 0 } as const;

/**
 * Quiet hours from about now, in a random zone, some identified by offset alone; some end them at once, some
 * remove them.
 */
async function keepQuiet({ tab, world, step }: ActContext): Promise<void> {
  const nowMs = world.clock.nowMs();
  const east = (step.a % 25) * 60 - 720;
  const zone = ORACLE_ZONES[step.b % 5];
  const there = zone === undefined ? east : eastIn(zone, nowMs);
  const minute = (Math.floor(nowMs / 60_000) + there + 2_880) % 1_440;
  const hours = {
    from: (minute + (step.b % 5) * 400) % 1_440,
    till: (minute + 1_439 - (step.b % 5)) % 1_440,
    east,
    ...(zone !== undefined && { zone }),
    toMe: step.b % 2 === 0,
    offUntilMs: step.b % 4 === 0 ? nowMs + 3_600_000 : 0,
  };
  await tab.client.actions.keepPreference('quiet', step.b % 7 === 0 ? null : hours);
}

async function keepSounds({ tab, chats, step }: ActContext): Promise<void> {
  const some = chats
    .slice(0, step.a % 4)
    .map(({ id }, at) => ({ id, sound: pickFrom(SOUNDS, step.b + at) ?? 'none' }));
  await tab.client.actions.keepPreference('sounds', { all: pickFrom(SOUNDS, step.b) ?? 'none', chats: some });
}

/** Forbidden or malformed preferences. */
const NOTHING_TO_KEEP: readonly ((hand: ActContext) => object)[] = [
  () => ({ name: 'folders', op: 'x', value: { list: [{ id: 'a', name: '' }] } }),
  () => ({ name: 'alerts', op: 'x', value: { words: Array.from({ length: 21 }, (_, at) => `w${at}`) } }),
  () => ({ name: 'alerts', op: 'x', value: { words: [' '] } }),
  () => ({ name: 'sounds', op: 'x', value: { all: 'bang', chats: [] } }),
  () => ({ name: 'sounds', op: 'x', value: { all: 'drop', chats: [{ id: 'x', sound: 'drop' }] } }),
  () => ({ name: 'quiet', op: 'x', value: { ...QUIET, till: QUIET.from } }),
  () => ({ name: 'quiet', op: 'x', value: { ...QUIET, from: 1_440 } }),
  () => ({ name: 'quiet', op: 'x', value: { ...QUIET, east: 841 } }),
  () => ({ name: 'quiet', op: 'x', value: { ...QUIET, offUntilMs: 'never' } }),
  () => ({ name: 'quiet', op: 'x', value: { ...QUIET, zone: 'Europe/Atlantis' } }),
  () => ({ name: 'quiet', op: 'x', value: { ...QUIET, zone: '' } }),
  () => ({ name: 'previews', op: 'x', value: { on: 'perhaps' } }),
  () => ({ name: 'everything', op: 'x', value: { list: [] } }),
  () => ({ name: 'draft somebody', op: 'x', value: { text: 'x', at: [], quote: null } }),
  (hand) => ({ name: `draft ${hand.chat?.id ?? '1'}`, op: 'x', value: { text: 7 } }),
  (hand) => ({
    name: `draft ${hand.chat?.id ?? '1'}`,
    op: 'x',
    value: { text: 'x'.repeat(17_000), at: [], quote: null },
  }),
  () => ({ name: 'pins', value: { list: ['1'] } }),
];

const acts: Acts<'arranging'> = {
  archive: (hand) => archive(hand, true),
  bringBack: (hand) => archive(hand, hand.step.b % 4 === 0),
  // On all devices and in all tabs in the same instant.
  archiveTogether: (hand) =>
    Promise.all(
      placesOf(hand).map((place, at) => archive({ ...hand, ...place }, (hand.step.b + at) % 2 === 0)),
    ),
  // Mentions a member of a group who may have archived it.
  callSomebody: (hand) => write(hand, 0, [{ id: hand.someone, name: 'x' }], null),
  archiveThenHide: async (hand) => {
    await archive(hand, true);
    const chat = others(hand);
    if (chat && hand.step.b % 2 === 0)
      await recordPress(hand, 'hide', chat.id, chat.counting.count, () =>
        hand.tab.client.actions.hideChat(chat.id),
      );
  },
  markUnread: async (hand) => {
    const chat = others(hand);
    if (chat) await hand.tab.client.actions.markUnread(chat.id, hand.step.b % 4 !== 0);
  },
  // Marks from one of its lines, the newest or an earlier one; or from a future one.
  markFrom: async (hand) => {
    const chat = others(hand);
    if (!chat) return;
    const { count } = chat.counting;
    if (count > 0) await hand.tab.client.actions.markUnread(chat.id, 1 + (hand.step.b % count));
    if (hand.step.b % 5 === 0) await postCall(hand, CALLS.mark, { id: chat.id, on: 1, n: count + 7 });
    if (hand.step.b % 3 === 0 && isSignedIn(hand.tab)) hand.tab.client.actions.openChat(chat.id);
  },
  markTogether: async (hand) => {
    const chat = others(hand);
    for (const [at, { tab }] of placesOf(hand).entries())
      if (chat) await tab.client.actions.markUnread(chat.id, at % 2 === 0 && (at % 4 === 0 || 1));
  },
  // Opening a chat removes its mark.
  markThenOpen: async (hand) => {
    const chat = others(hand);
    if (!chat) return;
    await hand.tab.client.actions.markUnread(chat.id, true);
    hand.tab.client.actions.openChat(chat.id);
  },
  typeDraft: (hand) => typeDraft(hand),
  // Two devices write the same draft: the last to pause wins.
  typeTogether: (hand) =>
    Promise.all(placesOf(hand).map((place, at) => typeDraft({ ...hand, ...place }, `t${hand.number}.${at}`))),
  emptyDraft: ({ tab, chat }) => {
    if (chat) tab.client.actions.saveDraft(chat.id, EMPTY);
  },
  sendDraft: async (hand) => {
    const { tab, chat } = hand;
    if (chat && tab.client.actions.draft(chat.id).text === '') await typeDraft(hand, `s${hand.number}`);
    const draft = chat && tab.client.actions.draft(chat.id);
    if (draft && draft.text !== '' && tab.state().self?.id === userId(hand.person.id))
      await tab.client.actions.send(chat.id, draft);
  },
  foldThem: async (hand) => {
    const list = Array.from({ length: hand.step.b % 4 }, (_, at) => folder(hand, at));
    await hand.tab.client.actions.keepFolders(list);
    // The final probes send such words.
    if (hand.step.b % 3 === 0)
      await hand.tab.client.actions.keepAlertWords(list.map((_, at) => `P${at + 2}`));
    if (hand.step.b % 3 === 1) await keepQuiet(hand);
    if (hand.step.b % 3 === 2) await keepSounds(hand);
  },
  foldTogether: async (hand) => {
    for (const [at, { tab }] of placesOf(hand).entries())
      await tab.client.actions.keepFolders([folder(hand, at)]);
  },
  orderPins: async ({ tab, chats, step }) => {
    const list = chats.slice(0, 3).map(({ id }) => id);
    await tab.client.actions.orderPins(step.b % 2 === 0 ? list : list.toReversed());
  },
  lookAtKept: async (hand) => {
    await hand.tab.client.actions.refreshKept();
    await postCall(hand, CALLS.kept, { skip: hand.step.b % 3 });
  },
  keepWrong: async (hand) => {
    for (const at of [0, 1, 3])
      await postCall(hand, CALLS.keep, pickFrom(NOTHING_TO_KEEP, hand.step.b + at)?.(hand) ?? {});
  },
  arrangeWrong: async (hand) => {
    for (const at of [0, 2, 4]) {
      const body = pickFrom(WRONG, hand.step.b + at)?.(hand) ?? {};
      await postCall(hand, CALLS.archive, body);
      await postCall(hand, CALLS.mark, { ...body, id: at === 0 ? personContact(hand.someone) : 'x' });
    }
  },
};

/** Organising one's chat list. */
export const arranging: UserSubject<'arranging'> = {
  acts,
  coverage: {
    calls: under(IM, 'archiveChat markUnread keep getKept'),
    events: 'archive unread kept',
    frames: 'archiveChat markUnread kept',
  },
};
