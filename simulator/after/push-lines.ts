import { alertOf } from '../../src/domain/alert.ts';
import type { Alert } from '../../src/domain/alert.ts';
import { msgId, userId } from '../../src/domain/ids.ts';
import type { ContactId, MessageId } from '../../src/domain/ids.ts';
import type { Draft } from '../../src/domain/message.ts';
import type { QuietHours } from '../../src/domain/quiet-hours.ts';
import { triedOf } from '../checkers/tried.ts';
import type { Tab } from '../devices/device.ts';
import type { WorldPerson } from '../devices/person.ts';
import { expectedMayRead } from '../oracle/shown.ts';
import type { OracleLine } from '../oracle/state.ts';
import { drive } from '../time/drive.ts';
import { contactIn } from './people.ts';
import { quietHours } from './probes.ts';
import type { PushScene, PushTalk } from './push-scene.ts';
import { servedMs } from '../checkers/settled.ts';
import { ANSWER_MS, plainDraft, sends } from './speaking.ts';

const SAID = [
  'plain',
  'long',
  'emoji',
  'marked',
  'word',
  'mention',
  'mentionAll',
  'mentionOther',
  'answer',
  'inThread',
  'recalled',
  'edited',
  'erased',
  'poll',
] as const;
type SaidKind = (typeof SAID)[number];

/** A keyword that counts as a mention for the user. */
const WORD = 'lantern';

/** Sends a line of one of these kinds; returns the id under which it was stored. */
export async function saysLine(
  scene: PushScene,
  talk: PushTalk,
  kinds: readonly SaidKind[] = SAID,
): Promise<MessageId | null> {
  const { world, chance } = scene;
  const kind = chance.pick(kinds);
  scene.said += 1;
  const text = `u${scene.said}.0`;
  if (kind === 'poll') {
    const poll = { options: ['o1.0', 'o2.0'], many: false, secret: false, lastsSec: null };
    const to = contactIn(talk.author, talk.chat);
    const made = await drive(world.clock, talk.tab.client.actions.sendPoll(to, text, poll), ANSWER_MS);
    return made.ok ? made.value : null;
  }
  const author = { person: talk.author, tab: talk.tab };
  const id = await sends(world, author, talk.chat, draftOf(scene, talk, kind, text));
  if (id === null) return null;
  const { actions } = talk.tab.client;
  await world.clock.advance(chance.pick([300, 1_500]));
  if (kind === 'recalled') await drive(world.clock, actions.recall(id), ANSWER_MS);
  if (kind === 'erased') await drive(world.clock, actions.remove(id), ANSWER_MS);
  if (kind === 'edited') {
    const other = plainDraft(`u${scene.said}.1`);
    await drive(world.clock, actions.edit(contactIn(talk.author, talk.chat), id, other), ANSWER_MS);
  }
  return id;
}

function draftOf(scene: PushScene, { author, chat }: PushTalk, kind: SaidKind, text: string): Draft {
  const { world, hearer } = scene;
  const plain = plainDraft(text);
  const other = world.people.find((one) => one !== author && one !== hearer);
  switch (kind) {
    case 'long':
      return { ...plain, text: `${text} ${'and so on '.repeat(8)}` };
    case 'emoji':
      return { ...plain, text: `${text} ${'😀'.repeat(60)}` };
    case 'marked':
      return { ...plain, text: `**${text}**` };
    case 'word':
      return { ...plain, text: `${text} the ${WORD.toUpperCase()} is lit` };
    case 'mention':
      return { ...plain, at: [{ id: hearer.id, name: 'x' }] };
    case 'mentionAll':
      return { ...plain, at: [{ id: 0, name: 'all' }] };
    case 'mentionOther':
      return { ...plain, at: other ? [{ id: other.id, name: 'x' }] : [] };
    case 'answer':
      return answering(scene, author, chat, plain, ({ by }) => by === hearer.id);
    case 'inThread':
      return answering(scene, author, chat, plain, (line) => line.n === threadOf(scene, chat)?.n);
    default:
      return plain;
  }
}

/** The newest answer in a thread, else the newest line, which an answer makes one. */
function threadOf({ world }: PushScene, chat: string): OracleLine | undefined {
  const lines = (triedOf(world).oracle.chats.get(chat)?.lines ?? []).filter(
    ({ kind, recalled, gone }) => kind === 'text' && !recalled && !gone,
  );
  return lines.findLast(({ root }) => root !== null) ?? lines.at(-1);
}

/** Quotes the newest line of that kind that its author may read. */
function answering(
  { world }: PushScene,
  author: WorldPerson,
  chat: string,
  draft: Draft,
  fits: (line: OracleLine) => boolean,
): Draft {
  const { oracle } = triedOf(world);
  const line = oracle.chats
    .get(chat)
    ?.lines.findLast(
      (one) => one.kind === 'text' && !one.recalled && fits(one) && expectedMayRead(oracle, author.id, one),
    );
  if (!line) return draft;
  const realname = oracle.people.get(line.by)?.name ?? '';
  return {
    ...draft,
    quote: { msgId: msgId(line.row), content: line.words, userId: userId(line.by), realname },
  };
}

/** The chat whose notification settings the user changes. */
interface Place {
  readonly scene: PushScene;
  readonly talk: PushTalk;
  readonly id: ContactId;
  /** Actions of the user's current page. */
  readonly actions: Tab['client']['actions'];
}

/** The notification setting of a user who goes away, and how to restore it. */
export interface PushWish {
  readonly what: string;
  /** Kinds of messages that distinguish this setting from others. */
  readonly tells: readonly SaidKind[];
  /** Not available in one-to-one chats. */
  readonly inGroups?: true;
  sets(at: Place): Promise<unknown>;
  unsets(at: Place): Promise<unknown>;
}

const nothing = (): Promise<unknown> => Promise.resolve();

const TO_THEM: readonly SaidKind[] = ['mention', 'mentionAll', 'answer', 'answer'];

const hearing = (what: string, tells: readonly SaidKind[], alert: (until: number) => Alert): PushWish => ({
  what,
  tells,
  sets: ({ actions, id, scene: { world } }) => actions.setNotice(id, alert(servedMs(world) + LASTS_MS)),
  unsets: ({ actions, id }) => actions.setNotice(id, true),
});
/** Longer than the delay of pushes for messages sent then. */
const LASTS_MS = 120_000;

const quiet = (
  what: string,
  tells: readonly SaidKind[],
  more: (nowMs: number) => Partial<QuietHours>,
): PushWish => ({
  what,
  tells,
  sets: ({ actions, scene: { world } }) =>
    actions.keepQuietHours({ ...quietHours(world), ...more(Math.ceil(world.clock.nowMs())) }),
  unsets: ({ actions }) => actions.keepQuietHours(null),
});

/** Follows the thread of the newest answer, or newest message, in a muted chat. */
const following = (what: string, on: boolean): PushWish => ({
  what,
  tells: ['inThread'],
  inGroups: true,
  sets: async ({ actions, id, scene, talk }) => {
    const line = threadOf(scene, talk.chat);
    const root = line?.root ?? line?.n;
    await actions.setNotice(id, false);
    if (root !== undefined) await actions.followThread(id, root, on);
  },
  unsets: ({ actions, id }) => actions.setNotice(id, true),
});

const PUSH_WISHES: readonly PushWish[] = [
  { what: 'as it is', tells: SAID, sets: nothing, unsets: nothing },
  hearing('all heard', ['plain', 'edited', 'recalled', 'erased'], () => true),
  hearing('muted', ['plain', ...TO_THEM], () => false),
  hearing('mentions', TO_THEM, () => 'mentions'),
  hearing('muted for a while', ['plain', ...TO_THEM], (until) => alertOf('none', until)),
  hearing('mentions for a while', ['plain', ...TO_THEM], (until) => alertOf('mentions', until)),
  quiet('quiet hours', ['plain', ...TO_THEM], () => ({})),
  quiet('quiet hours without mentions', TO_THEM, () => ({ toMe: false })),
  quiet('quiet hours, ended for once', ['plain'], (nowMs) => ({ offUntilMs: nowMs + 3_600_000 })),
  following('follows', true),
  following('follows no more', false),
  {
    what: 'put away',
    tells: ['plain', ...TO_THEM],
    sets: ({ actions, id }) => actions.archiveChat(id, true),
    unsets: ({ actions, id }) => actions.archiveChat(id, false),
  },
  { what: 'hidden', tells: ['plain'], sets: ({ actions, id }) => actions.hideChat(id), unsets: nothing },
  {
    what: 'blocked',
    tells: ['plain', ...TO_THEM],
    sets: ({ actions, talk }) => actions.block(userId(talk.author.id), true),
    unsets: ({ actions, talk }) => actions.block(userId(talk.author.id), false),
  },
  {
    what: 'own words',
    tells: ['word'],
    sets: async ({ actions, id }) => {
      await actions.setNotice(id, 'mentions');
      await actions.keepAlertWords([WORD]);
    },
    unsets: async ({ actions, id }) => {
      await actions.setNotice(id, true);
      await actions.keepAlertWords([]);
    },
  },
];

export const pushWishesIn = (chat: string): readonly PushWish[] =>
  PUSH_WISHES.filter(({ inGroups }) => inGroups !== true || chat.startsWith('group-'));
