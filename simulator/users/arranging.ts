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

const archive = (context: ActContext, on: boolean): Promise<unknown> => {
  const chat = others(context);
  return chat
    ? recordPress(context, 'archive', chat.id, on, (value) =>
        context.tab.client.actions.archiveChat(chat.id, value),
      )
    : Promise.resolve();
};

/** Forbidden or malformed archive and mark requests; each must be refused without changes. */
const WRONG: readonly ((context: ActContext) => object)[] = [
  () => ({ id: 'admin_notice', on: 1 }),
  () => ({ id: '-1', on: 1 }),
  () => ({ id: 'group-90000', on: 1 }),
  (context) => ({ id: context.chat?.id ?? 'x', on: 'perhaps' }),
  (context) => ({ id: context.chat?.id ?? 'x' }),
  () => ({ on: 1 }),
];

const EMPTY = { text: '', at: [], quote: null } as const;

/** Types key by key, and then pauses, or does something else at once. */
async function typeDraft(context: ActContext, words = `d${context.number}`): Promise<void> {
  const chat = context.chat;
  if (!chat) return;
  for (let end = 1; end <= words.length; end += 1) {
    context.tab.client.actions.saveDraft(chat.id, { ...EMPTY, text: words.slice(0, end) });
    await passes(context, 60 + (context.step.b % 5) * 40);
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

/** A status with or without a mode and an end; some clear it. */
async function keepStatus({ tab, world, step, number }: ActContext): Promise<void> {
  const minute = Math.floor(world.clock.nowMs() / 60_000);
  const mode = [undefined, 'away', 'busy'][step.a % 3] as 'away' | 'busy' | undefined;
  const status = {
    ...(mode !== undefined && { mode }),
    emoji: step.a % 2 === 0 ? '🌴' : '',
    text: mode === undefined || step.b % 3 === 0 ? `s${number}` : '',
    untilMs: step.b % 2 === 0 ? null : (minute + 1 + (step.a % 4)) * 60_000,
  };
  await tab.client.actions.keepPreference('status', step.b % 7 === 0 ? null : status);
}

async function keepSounds({ tab, chats, step }: ActContext): Promise<void> {
  const some = chats
    .slice(0, step.a % 4)
    .map(({ id }, at) => ({ id, sound: pickFrom(SOUNDS, step.b + at) ?? 'none' }));
  await tab.client.actions.keepPreference('sounds', { all: pickFrom(SOUNDS, step.b) ?? 'none', chats: some });
}

/** Forbidden or malformed preferences. */
const NOTHING_TO_KEEP: readonly ((context: ActContext) => object)[] = [
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
  () => ({ name: 'status', op: 'x', value: { mode: 'asleep', emoji: '', text: '', untilMs: null } }),
  () => ({ name: 'previews', op: 'x', value: { on: 'perhaps' } }),
  () => ({ name: 'everything', op: 'x', value: { list: [] } }),
  () => ({ name: 'draft somebody', op: 'x', value: { text: 'x', at: [], quote: null } }),
  (context) => ({ name: `draft ${context.chat?.id ?? '1'}`, op: 'x', value: { text: 7 } }),
  (context) => ({
    name: `draft ${context.chat?.id ?? '1'}`,
    op: 'x',
    value: { text: 'x'.repeat(17_000), at: [], quote: null },
  }),
  () => ({ name: 'pins', value: { list: ['1'] } }),
];

const acts: Acts<'arranging'> = {
  archive: (context) => archive(context, true),
  bringBack: (context) => archive(context, context.step.b % 4 === 0),
  // On all devices and in all tabs in the same instant.
  archiveTogether: (context) =>
    Promise.all(
      placesOf(context).map((place, at) =>
        archive({ ...context, ...place }, (context.step.b + at) % 2 === 0),
      ),
    ),
  // Mentions a member of a group who may have archived it.
  callSomebody: (context) => write(context, 0, [{ id: context.someone, name: 'x' }], null),
  archiveThenHide: async (context) => {
    await archive(context, true);
    const chat = others(context);
    if (chat && context.step.b % 2 === 0)
      await recordPress(context, 'hide', chat.id, chat.counting.count, () =>
        context.tab.client.actions.hideChat(chat.id),
      );
  },
  markUnread: async (context) => {
    const chat = others(context);
    if (chat) await context.tab.client.actions.markUnread(chat.id, context.step.b % 4 !== 0);
  },
  // Marks from one of its lines, the newest or an earlier one; or from a future one.
  markFrom: async (context) => {
    const chat = others(context);
    if (!chat) return;
    const { count } = chat.counting;
    if (count > 0) await context.tab.client.actions.markUnread(chat.id, 1 + (context.step.b % count));
    if (context.step.b % 5 === 0) await postCall(context, CALLS.mark, { id: chat.id, on: 1, n: count + 7 });
    if (context.step.b % 3 === 0 && isSignedIn(context.tab)) context.tab.client.actions.openChat(chat.id);
  },
  markTogether: async (context) => {
    const chat = others(context);
    for (const [at, { tab }] of placesOf(context).entries())
      if (chat) await tab.client.actions.markUnread(chat.id, at % 2 === 0 && (at % 4 === 0 || 1));
  },
  // Opening a chat removes its mark.
  markThenOpen: async (context) => {
    const chat = others(context);
    if (!chat) return;
    await context.tab.client.actions.markUnread(chat.id, true);
    context.tab.client.actions.openChat(chat.id);
  },
  typeDraft: (context) => typeDraft(context),
  // Two devices write the same draft: the last to pause wins.
  typeTogether: (context) =>
    Promise.all(
      placesOf(context).map((place, at) => typeDraft({ ...context, ...place }, `t${context.number}.${at}`)),
    ),
  emptyDraft: ({ tab, chat }) => {
    if (chat) tab.client.actions.saveDraft(chat.id, EMPTY);
  },
  sendDraft: async (context) => {
    const { tab, chat } = context;
    if (chat && tab.client.actions.draft(chat.id).text === '') await typeDraft(context, `s${context.number}`);
    const draft = chat && tab.client.actions.draft(chat.id);
    if (draft && draft.text !== '' && tab.state().self?.id === userId(context.person.id))
      await tab.client.actions.send(chat.id, draft);
  },
  foldThem: async (context) => {
    const list = Array.from({ length: context.step.b % 4 }, (_, at) => folder(context, at));
    await context.tab.client.actions.keepFolders(list);
    // The final probes send such words.
    if (context.step.b % 3 === 0)
      await context.tab.client.actions.keepAlertWords(list.map((_, at) => `P${at + 2}`));
    if (context.step.b % 3 === 1) await keepQuiet(context);
    if (context.step.b % 3 === 2) await keepSounds(context);
    if (context.step.b % 5 === 0) await keepStatus(context);
  },
  foldTogether: async (context) => {
    for (const [at, { tab }] of placesOf(context).entries())
      await tab.client.actions.keepFolders([folder(context, at)]);
  },
  orderPins: async ({ tab, chats, step }) => {
    const list = chats.slice(0, 3).map(({ id }) => id);
    await tab.client.actions.orderPins(step.b % 2 === 0 ? list : list.toReversed());
  },
  lookAtKept: async (context) => {
    await context.tab.client.actions.refreshKept();
    await postCall(context, CALLS.kept, { skip: context.step.b % 3 });
  },
  keepWrong: async (context) => {
    for (const at of [0, 1, 3])
      await postCall(context, CALLS.keep, pickFrom(NOTHING_TO_KEEP, context.step.b + at)?.(context) ?? {});
  },
  arrangeWrong: async (context) => {
    for (const at of [0, 2, 4]) {
      const body = pickFrom(WRONG, context.step.b + at)?.(context) ?? {};
      await postCall(context, CALLS.archive, body);
      await postCall(context, CALLS.mark, { ...body, id: at === 0 ? personContact(context.someone) : 'x' });
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
