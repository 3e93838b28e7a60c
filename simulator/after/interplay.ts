import { oracleContactOf } from '../oracle/state.ts';
import { oracleChecker } from '../checkers/oracle.ts';
import { readLedger } from '../checkers/checker.ts';
import { intentionsChecker } from '../checkers/intentions.ts';
import { keptChecker } from '../checkers/kept.ts';
import { laterChecker } from '../checkers/later.ts';
import { rowsChecker } from '../checkers/rows.ts';
import { triedOf } from '../checkers/tried.ts';
import { vanishChecker } from '../checkers/vanish.ts';
import { setOnline } from '../faults/connection.ts';
import type { Chance } from '../plan/random.ts';
import { ACTS } from '../plan/step.ts';
import type { ActKind, Subject, UserKind } from '../plan/step.ts';
import { act } from '../users/act.ts';
import type { World } from '../world/world-type.ts';
import type { WorldPerson } from '../devices/person.ts';
import { opensInAllTabs } from './people.ts';
import { saidBefore } from './said-before.ts';
import { settles } from '../checkers/settled.ts';
import { looksOn } from './looks-on.ts';

const ROUNDS = 2;
const ACTS_IN_ROUND = 8;
/** People act on so many newest messages of the chat. */
const LINES = 3;
/** Often the next one acts before they can know of the last act. */
const PAUSES_MS = [0, 0, 40, 300, 1_500] as const;

/** Checks that run at every rest. */
const AT_REST = [oracleChecker, intentionsChecker, rowsChecker, keptChecker, laterChecker, vanishChecker];

/** Time until the read marks of several chats are sent: one mark a second. */
const TOLD_MS = 3_000;
/** Time until a chat is on every screen. */
const OPENS_MS = 3_000;

type Odds = Readonly<Partial<Record<UserKind | ActKind, number>>>;

/** Actions that interact at the newest messages of one chat. */
const TOGETHER: Odds = {
  write: 2,
  mention: 4,
  mentionAll: 1,
  quote: 2,
  open: 3,
  openAll: 2,
  close: 2,
  readMentions: 1,
  recall: 3,
  delete: 1,
  editLast: 1,
  edit: 1,
  editMention: 2,
  editThenRecall: 0.5,
  react: 3,
  reactAgain: 0.5,
  pinLast: 1,
  pinMessage: 1,
  unpinMessage: 0.5,
  answer: 2,
  answerDeep: 1,
  recallFirst: 0.5,
  lookAtThread: 1,
  followThread: 1,
  askPoll: 1,
  votePoll: 2,
  voteAgain: 0.5,
  recallLater: 1,
  markUnread: 1,
  markFrom: 0.5,
  sendDraft: 1,
  hide: 0.5,
  archive: 0.5,
  quiet: 1,
  addMember: 1,
  removeMember: 0.7,
  newcomer: 1.5,
  setRole: 0.5,
  setting: 0.5,
  block: 0.3,
  unblock: 0.3,
  remindMe: 0.5,
  hidePage: 1,
  showPage: 1,
  reload: 0.7,
  newTab: 0.5,
};

/** Subjects whose actions need no special setup of a World. */
const ANYWHERE: readonly Subject[] = [
  'finding',
  'editing',
  'pinning',
  'reacting',
  'polling',
  'threading',
  'arranging',
  'safety',
  'later',
  'vanishing',
  'typing',
  'leading',
  'doors',
];
/** Subjects that change rules, time or people for the whole World. */
const NEVER: readonly Subject[] = ['rule', 'time', 'leaving', 'mistakes', 'account'];
/** Excludes actions that skip days, end an account, fill a server, begin a call, or outlast this part. */
const NOT_HERE: readonly ActKind[] = [
  'daysPass',
  'decide',
  'roomEnds',
  'callBlocker',
  'voteLate',
  'saySoon',
  'recordHere',
];

/** Mixes talk with as many actions of one subject: one of the World's own, or any, or none (SIM-38). */
export function themeOf({ subjects }: Pick<World, 'subjects'>, chance: Chance): Odds {
  const own = [...subjects].filter((one) => !NEVER.includes(one));
  const subject = chance.pick<Subject | null>(own.length > 0 ? own : [null, chance.pick(ANYWHERE)]);
  if (subject === null) return TOGETHER;
  const acts = (ACTS[subject] as readonly ActKind[]).filter((kind) => !NOT_HERE.includes(kind));
  const talk = Object.values(TOGETHER).reduce((sum, odds) => sum + odds, 0);
  const each = Object.fromEntries(acts.map((kind) => [kind, talk / acts.length]));
  return { ...TOGETHER, ...each };
}

/**
 * A few users act at the newest messages of one chat without faults, on all their devices, sometimes with one
 * of them offline. At every rest each screen matches the oracle. In a plan of two hundred steps related
 * actions seldom meet (SIM-33).
 */
export async function interplay(world: World): Promise<readonly string[]> {
  await saidBefore(world);
  const chance = world.around.chance.fork('interplay');
  const chat = opened(world, chance);
  if (chat === null) return [];
  world.record.count('mark: much about one chat');
  await world.clock.advance(OPENS_MS);
  const eyes = world.eyes;
  world.eyes = LINES;
  const theme = themeOf(world, chance);
  const looked = looksOn(chance.pick(world.tabs()));
  const faults: string[] = [];
  for (let round = 0; round < ROUNDS && faults.length === 0; round += 1) {
    const away = chance.happens(0.3) ? chance.pick(world.people).devices[0] : undefined;
    if (away) setOnline(away, false);
    for (let at = 0; at < ACTS_IN_ROUND; at += 1) {
      acts(world, theme, chance, chat, 1_000 * (round + 1) + at);
      await world.clock.advance(chance.pick(PAUSES_MS));
    }
    if (away) setOnline(away, true);
    await world.clock.advance(TOLD_MS);
    faults.push(...(await settles(world)));
    if (faults.length > 0) break;
    const ledger = await readLedger(world);
    for (const { end } of AT_REST) faults.push(...((await end?.(world, ledger)) ?? []));
  }
  world.eyes = eyes;
  looked();
  for (const tab of world.tabs()) tab.page.setVisible(true);
  // Messages on screen now are read, and the marks are sent.
  await world.clock.advance(TOLD_MS);
  return faults;
}

/** A chat that as many of them as can be have in their list, before the eyes of all. */
function opened(world: World, chance: Chance): string | null {
  const { oracle } = triedOf(world);
  const here = (chat: string): readonly WorldPerson[] =>
    world.people.filter((person) => placesOf(person, chat).length > 0);
  const most = Math.max(...[...oracle.chats.keys()].map((chat) => here(chat).length));
  if (most < 2) return null;
  const chat = chance.pick([...oracle.chats.keys()].filter((one) => here(one).length === most));
  for (const person of here(chat)) opensInAllTabs(person, chat);
  return chat;
}

/** Position of the chat in the list of the user's first tab, as actions count; empty if it is absent. */
function placesOf({ id, devices }: WorldPerson, chat: string): readonly number[] {
  const contact = oracleContactOf(id, chat);
  const contacts = [...(devices[0]?.tabs[0]?.state().contacts ?? [])].filter(
    ({ kind }) => kind === 'person' || kind === 'group' || kind === 'favourites',
  );
  const at = contacts.findIndex((one) => one.id === contact);
  // Acts take the open chat for two of three choices.
  return at < 0 ? [] : [0, 1, 2, 3, 4].map((more) => at + contacts.length * more);
}

function acts(world: World, theme: Odds, chance: Chance, chat: string, number: number): void {
  const kind = chance.weighted(theme as Readonly<Record<UserKind | ActKind, number>>);
  const who = chance.whole(0, world.people.length - 1);
  const person = world.people[who];
  const places = person ? placesOf(person, chat) : [];
  if (places.length === 0) return;
  act(world, { atMs: 0, kind, who, a: chance.pick(places), b: chance.whole(0, 9_999) }, number);
}
