import { userId } from '../../src/domain/ids.ts';
import { oracleChecker } from '../checkers/oracle.ts';
import type { Ledger } from '../checkers/checker.ts';
import { triedOf } from '../checkers/tried.ts';
import { setOnline } from '../faults/connection.ts';
import { pair } from '../oracle/state.ts';
import type { OracleChat } from '../oracle/state.ts';
import type { Chance } from '../plan/random.ts';
import { drive } from '../time/drive.ts';
import type { World } from '../world/world-type.ts';
import { contactIn, firstTabOf, opensInAllTabs } from './people.ts';
import type { AtPage } from './people.ts';
import { saidBefore } from './said-before.ts';
import { returned, settles } from '../checkers/settled.ts';
import { ANSWER_MS, hasRoom, maySpeak, plainDraft, sends } from './speaking.ts';

/** Time until a chat is on every screen, and its read marks are sent: one a second. */
const OPENS_MS = 3_000;
/** Time until a written message is sent and received. */
const SAID_MS = 2_000;
const SIGNED_IN_MS = 6_000;
const LINES_MAX = 10;
/** The oracle's checker reads none. */
const NOTHING: Ledger = { events: new Map(), heads: new Map() };

/** An observer, and a user who reads and is renamed. */
interface Scene {
  readonly world: World;
  readonly chance: Chance;
  readonly one: AtPage;
  readonly other: AtPage;
  said: number;
}

/**
 * A user reads with read receipts off and on again; or is renamed, given a remark or unfriended, while a
 * device of another user is offline. At every rest, receipts and names match the oracle (SIM-34).
 */
export async function named(world: World): Promise<readonly string[]> {
  await saidBefore(world);
  const chance = world.around.chance.fork('named');
  const scene = await sceneIn(world, chance);
  return scene === null ? [] : chance.pick([readUntold, renamed])(scene);
}

async function sceneIn(world: World, chance: Chance): Promise<Scene | null> {
  const there = world.people.flatMap((person): readonly AtPage[] => {
    const tab = firstTabOf(person);
    return tab ? [{ person, tab }] : [];
  });
  const found = there.flatMap((one) =>
    there
      .filter((other) => other !== one && sharedBy(world, one, other).length > 0)
      .map((other) => ({ world, chance, one, other, said: 0 })),
  );
  if (found.length === 0) return null;
  const scene = chance.pick(found);
  const haveRoom = await Promise.all(
    [scene.one, scene.other].map(({ person }) => hasRoom(world, person, LINES_MAX)),
  );
  return haveRoom.every(Boolean) ? scene : null;
}

/** Chats in which both are, groups first. */
const sharedBy = (world: World, one: AtPage, other: AtPage): readonly OracleChat[] => {
  const { oracle } = triedOf(world);
  return [...oracle.chats.values()]
    .filter(
      ({ name }) => name !== 'notice' && [one, other].every(({ person }) => oracle.seat(person.id, name)),
    )
    .toSorted((a, b) => Number(b.group !== null) - Number(a.group !== null));
};

async function says(scene: Scene, author: AtPage, chat: string): Promise<void> {
  const { world } = scene;
  if (!maySpeak(world, author.person, chat)) return;
  scene.said += 1;
  await sends(world, author, chat, plainDraft(`k${scene.said}.0`));
  await world.clock.advance(SAID_MS);
}

async function judged({ world }: Scene, when: string): Promise<readonly string[]> {
  world.record.count(`named: ${when}`);
  const open = await settles(world);
  const faults = open.length > 0 ? open : await oracleChecker.end?.(world, NOTHING);
  return (faults ?? []).map((text) => `${when}: ${text}`);
}

/** Reasons why one of them does not see that the other has read. */
const UNTOLD: readonly (({ one, other }: Scene, on: boolean) => Promise<unknown>)[] = [
  ({ one }, on) => one.tab.client.actions.setPrivacy({ read: !on }),
  ({ other }, on) => other.tab.client.actions.setPrivacy({ read: !on }),
  ({ one, other }, on) => one.tab.client.actions.block(userId(other.person.id), on),
  ({ one, other }, on) => other.tab.client.actions.block(userId(one.person.id), on),
];

/**
 * A message is read without a receipt to any page of its author, even after reloading the chat; then one is
 * sent.
 */
async function readUntold(scene: Scene): Promise<readonly string[]> {
  const { world, chance, one, other } = scene;
  const { clock } = world;
  const chat = pair(one.person.id, other.person.id);
  if (![one, other].every(({ person }) => maySpeak(world, person, chat))) return [];
  const hides = chance.pick(UNTOLD);
  opensInAllTabs(one.person, chat);
  opensInAllTabs(other.person, null);
  await says(scene, one, chat);
  await drive(clock, hides(scene, true), ANSWER_MS);
  opensInAllTabs(other.person, chat);
  await clock.advance(OPENS_MS);
  await drive(clock, one.tab.client.actions.logout(), 60_000);
  returned(world);
  await clock.advance(SIGNED_IN_MS);
  opensInAllTabs(one.person, chat);
  await clock.advance(OPENS_MS);
  const faults = await judged(scene, 'read, and not told');
  if (faults.length > 0) return faults;
  opensInAllTabs(other.person, null);
  await drive(clock, hides(scene, false), ANSWER_MS);
  // A press waits for its turn.
  await clock.advance(SAID_MS);
  await says(scene, one, chat);
  opensInAllTabs(other.person, chat);
  await clock.advance(OPENS_MS);
  return judged(scene, 'read, and told again');
}

/** A user wrote in a chat, and then takes a new name, as a friend or a stranger. */
async function renamed(scene: Scene): Promise<readonly string[]> {
  const { world, chance, one, other } = scene;
  const { clock } = world;
  const shared = sharedBy(world, one, other);
  const groups = shared.filter(({ group }) => group !== null);
  const { name: chat } = chance.pick(groups.length > 0 ? groups : shared);
  const looks = chance.happens(0.7);
  for (const person of world.people)
    opensInAllTabs(
      person,
      triedOf(world).oracle.seat(person.id, chat) && (looks || person !== one.person) ? chat : null,
    );
  await says(scene, other, chat);
  await clock.advance(OPENS_MS);
  if (looks) await looksAtThread(scene, chat);
  const device = chance.pick(one.person.devices);
  const [ends, isAway] = [groups.length > 0 && chance.happens(0.5), chance.happens(0.4)];
  if (ends) await drive(clock, one.tab.client.actions.unfriend(userId(other.person.id)), ANSWER_MS);
  else if (chance.happens(0.5)) await remarks(scene);
  if (isAway) setOnline(device, false);
  await takesName(scene, `Name ${other.person.index + 1} anew`);
  await clock.advance(OPENS_MS);
  if (isAway) setOnline(device, true);
  return judged(scene, ends ? 'no friend is called otherwise' : 'called otherwise');
}

/** The thread of the other user's last message there. */
async function looksAtThread({ world, one, other }: Scene, chat: string): Promise<void> {
  const line = triedOf(world)
    .oracle.chats.get(chat)
    ?.lines.findLast(
      ({ by, gone, recalled, kind }) => by === other.person.id && !gone && !recalled && kind === 'text',
    );
  const id = contactIn(one.person, chat);
  if (line)
    await drive(
      world.clock,
      Promise.resolve(one.tab.client.actions.openThread(id, line.root ?? line.n)),
      ANSWER_MS,
    );
}

const takesName = ({ world, other }: Scene, realname: string): Promise<unknown> =>
  drive(
    world.clock,
    other.tab.client.actions.updateProfile({ realname, email: '', sex: 1, motto: 'Motto' }),
    ANSWER_MS,
  );

/** Sets the viewer's own name for a friend. */
async function remarks({ world, one, other }: Scene): Promise<void> {
  const { actions } = one.tab.client;
  const user = userId(other.person.id);
  const set = async (): Promise<void> => {
    const card = await actions.person(user);
    const friend = card.ok ? card.value.friend : null;
    if (friend) await actions.setRemark(user, friend.friendId, 'Remark 9');
  };
  await drive(world.clock, set(), ANSWER_MS);
}
