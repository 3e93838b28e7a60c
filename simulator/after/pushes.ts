import type { MessageId } from '../../src/domain/ids.ts';
import { triedOf } from '../checkers/tried.ts';
import type { Tab } from '../devices/device.ts';
import type { PushPhase } from '../oracle/pushes.ts';
import { refusalReason } from '../oracle/rights.ts';
import { expectedMayRead } from '../oracle/shown.ts';
import type { OracleLine } from '../oracle/state.ts';
import { drive } from '../time/drive.ts';
import type { World } from '../world/world-type.ts';
import { contactIn, devicesInUse } from './people.ts';
import { pushWishesIn, saysLine } from './push-lines.ts';
import {
  AWAY,
  beginsToPush,
  endpointOf,
  goesAway,
  clocksAgree,
  looksUp,
  marksOf,
  pushSceneIn,
  readSince,
  takes,
  toldSince,
} from './push-scene.ts';
import type { PushScene, PushTalk } from './push-scene.ts';
import { saidBefore } from './said-before.ts';
import { servedMs } from '../checkers/settled.ts';
import { ANSWER_MS, hasRoom, maySpeak, plainDraft, sends } from './speaking.ts';

/** Time until a setting is known everywhere, and a page has reported what it showed. */
const KNOWN_MS = 2_500;
/** A new message is not pushed within this time. */
const EARLY_MS = 6_000;
/** Longer than it takes until all that is due was pushed. */
const DUE_MS = 14_500;
/** Time until another node knows that a user receives pushes at all. */
const LEARNED_MS = 17_000;
/** Time until an unavailable push service was tried again. */
const AGAIN_MS = 32_000;
/** Time until returned pages show the present state. */
const BACK_MS = 3_000;
/** One mark a second, and pages of a long chat. */
const READ_MS = 6_000;
/** The shortest delay of scheduled items, with a margin. */
const LATER_MS = 33_000;
/** The job that does what is due may be so late. */
const LATE_MS = 10_000;

/**
 * A user with push devices goes away, and others send them messages of all kinds. Each device receives the
 * pushes the rules require, once, in time, with the right text, and no others; reading on one device
 * withdraws them from the rest (SIM-35).
 */
export async function pushes(world: World): Promise<readonly string[]> {
  const chance = world.around.chance.fork('pushes');
  await saidBefore(world);
  if (!clocksAgree(world)) return [];
  await beginsToPush(world);
  if (!(await isBack(world))) return ['not every page is bound'];
  const scene = await pushSceneIn(world, chance);
  if (scene === null) return [];
  looksUp(scene);
  await world.clock.advance(BACK_MS);
  const faults: string[] = [];
  for (const person of world.people)
    for (const device of person.devices) {
      const refused = await takes(scene, person, device);
      if (refused !== null) faults.push(refused);
    }
  if (world.nodes.length > 1) await world.clock.advance(LEARNED_MS);
  const round = chance.pick([hears, hears, hears, hears, later, troubled]);
  world.record.count('mark: pushed while away');
  faults.push(...(await round(scene)));
  return faults;
}

/** Actions of the user's current page. */
function actionsOf(scene: PushScene): Tab['client']['actions'] {
  const tab = devicesInUse(scene.hearer)[0]?.tabs[0];
  if (!tab) throw new Error('nobody is back');
  return tab.client.actions;
}

interface Absence {
  readonly how: string;
  /** A tab the user watches all the time. */
  readonly looks: Tab | null;
  /** A page that works, before their eyes or hidden. */
  readonly speaks: Tab | null;
  readonly comesBack: () => void;
}

/** Leaves all devices, or all but the last. */
async function leaves(scene: PushScene): Promise<Absence> {
  const { chance } = scene;
  const places = devicesInUse(scene.hearer);
  const last = places.at(-1);
  const stays = places.length > 1 && chance.happens(0.25) ? (last?.tabs[0] ?? null) : null;
  const backs: (() => void)[] = [];
  const how = chance.pick(AWAY);
  for (const device of stays ? places.slice(0, -1) : places) backs.push(await goesAway(scene, device, how));
  await scene.world.clock.advance(1_000);
  return {
    how: stays ? `${how}, and looks elsewhere` : how,
    looks: stays,
    speaks: stays ?? (how === 'hidden' ? (last?.tabs[0] ?? null) : null),
    comesBack: () => {
      for (const back of backs) back();
    },
  };
}

const isHere = (tab: Tab): boolean => {
  const { connection, sync } = tab.state();
  return connection.name === 'open' && connection.bound && sync.ready;
};

/** Waits until every page is bound and has its list; everything else is checked after the part. */
async function isBack(world: World): Promise<boolean> {
  for (let waits = 0; waits < WAITS_MAX; waits += 1) {
    if (world.tabs().every(isHere)) return true;
    await world.clock.advance(2_000);
  }
  return false;
}
const WAITS_MAX = 30;

/** Sets a level for each chat, sends a few lines, and returns: perhaps before a push was due. */
async function hears(scene: PushScene): Promise<readonly string[]> {
  const { world, chance, hearer, talks } = scene;
  const wishes = talks.map((talk) => ({ talk, wish: chance.pick(pushWishesIn(talk.chat)) }));
  const placeOf = (talk: PushTalk) => ({
    scene,
    talk,
    id: contactIn(hearer, talk.chat),
    actions: actionsOf(scene),
  });
  for (const { talk, wish } of wishes) await drive(world.clock, wish.sets(placeOf(talk)), ANSWER_MS);
  await world.clock.advance(KNOWN_MS);
  const away = await leaves(scene);
  const begun = begins(scene);
  const fromMs = world.clock.elapsedMs();
  for (const { talk, wish } of wishes) begun.said.push(await saysLine(scene, talk, wish.tells));
  for (let lines = chance.whole(1, 2); lines > 0; lines -= 1)
    begun.said.push(await saysLine(scene, chance.pick(talks)));
  if (away.speaks && chance.happens(0.5)) begun.said.push(await ownLine(scene, away.speaks));
  // Hidden tabs are bound, and acknowledge at once what they show.
  const isEarly = away.how === 'hidden' && world.clock.elapsedMs() - fromMs < EARLY_MS && chance.happens(0.4);
  if (isEarly) away.comesBack();
  await world.clock.advance(DUE_MS);
  const faults = judged(scene, begun, { isLooking: away.looks !== null || isEarly, device: null });
  if (!isEarly) away.comesBack();
  await world.clock.advance(BACK_MS);
  const told = [...wishes.map(({ wish }) => wish.what), away.how, ...(isEarly ? ['back early'] : [])].join(
    ', ',
  );
  if (faults.length > 0) return faults.map((text) => `${told}: ${text}`);
  if (!(await isBack(world))) return [`${told}: not every page is bound again`];
  const unread = chance.happens(0.6) ? await reads(scene) : [];
  for (const { talk, wish } of wishes) await drive(world.clock, wish.unsets(placeOf(talk)), ANSWER_MS);
  await world.clock.advance(KNOWN_MS);
  return unread.map((text) => `${told}, read: ${text}`);
}

/** Pushes, reads and messages since a moment. */
interface Begun {
  readonly given: number;
  readonly marks: ReadonlyMap<string, number>;
  readonly said: (MessageId | null)[];
}

const begins = (scene: PushScene): Begun => ({
  given: scene.world.gear.pushes.given.length,
  marks: marksOf(scene),
  said: [],
});

interface Seen {
  /** The absent user looked at a device before a push was due. */
  readonly isLooking: boolean;
  /** The device they read on; null: unknown. */
  readonly device: string | null;
  readonly reminded?: PushPhase['reminded'];
}

/** Returns faults of the pushes since then. All users except the recipient watch their pages all the time. */
function judged(
  scene: PushScene,
  begun: Begun,
  { isLooking, device, reminded = [] }: Seen,
): readonly string[] {
  const { world, hearer, trial } = scene;
  const { oracle } = triedOf(world);
  const byId = new Map([...oracle.lines.values()].map((line) => [line.id, line]));
  const others = world.people.filter((one) => one !== hearer).map(({ id }) => id);
  return trial.look({
    lines: begun.said.flatMap((id) => (id === null ? [] : (byId.get(id) ?? []))),
    reminded,
    looking: new Set(isLooking ? [...others, hearer.id] : others),
    read: readSince(scene, begun.marks, device),
    told: toldSince(world, begun.given),
  });
}

/** The recipient sends a message from a working page: none of their devices is notified. */
async function ownLine(scene: PushScene, tab: Tab): Promise<MessageId | null> {
  const { world, hearer, chance } = scene;
  const { chat } = chance.pick(scene.talks);
  if (!maySpeak(world, hearer, chat)) return null;
  if (!(await hasRoom(world, hearer))) return null;
  scene.said += 1;
  return sends(world, { person: hearer, tab }, chat, plainDraft(`u${scene.said}.0`));
}

/** The hearer reads chat by chat on one device: the notifications go from the others. */
async function reads(scene: PushScene): Promise<readonly string[]> {
  const { world, hearer, chance, talks } = scene;
  const device = chance.pick(devicesInUse(scene.hearer));
  const [tab] = device.tabs;
  const begun = begins(scene);
  for (const { chat } of talks) {
    tab?.client.actions.openChat(contactIn(hearer, chat));
    await world.clock.advance(READ_MS);
  }
  tab?.client.actions.openChat(null);
  await world.clock.advance(KNOWN_MS);
  return judged(scene, begun, { isLooking: true, device: device.name });
}

/** A scheduled message and a reminder fall due while the user is away. */
async function later(scene: PushScene): Promise<readonly string[]> {
  const { world, chance, hearer } = scene;
  const { oracle } = triedOf(world);
  const { author, tab, chat } = chance.pick(scene.talks);
  const dueMs = servedMs(world) + LATER_MS;
  scene.said += 1;
  const draft = plainDraft(`u${scene.said}.0`);
  const to = contactIn(author, chat);
  await drive(world.clock, tab.client.actions.schedule(to, draft, dueMs), ANSWER_MS);
  const about = oracle.chats.get(chat)?.lines.findLast((line) => isForReminder(world, hearer.id, line));
  const actions = actionsOf(scene);
  const id = about?.id as MessageId | undefined;
  const isSet = id && (await drive(world.clock, actions.remind(id, dueMs), ANSWER_MS)).ok;
  const away = await leaves(scene);
  const begun = begins(scene);
  const before = new Set(oracle.lines.keys());
  await world.clock.advance(LATER_MS + LATE_MS + DUE_MS);
  const come = [...triedOf(world).oracle.lines.values()].filter(({ row }) => !before.has(row));
  begun.said.push(...come.map((line) => line.id as MessageId));
  const reminded = about && isSet ? [{ person: hearer.id, row: about.row, dueMs }] : [];
  const faults = judged(scene, begun, { isLooking: away.looks !== null, device: null, reminded });
  away.comesBack();
  await world.clock.advance(BACK_MS);
  if (id && isSet) await drive(world.clock, actionsOf(scene).remind(id, null), ANSWER_MS);
  await world.clock.advance(KNOWN_MS);
  return faults.map((text) => `put off, ${away.how}: ${text}`);
}

const isForReminder = (world: World, me: number, line: OracleLine): boolean =>
  line.kind === 'text' &&
  expectedMayRead(triedOf(world).oracle, me, line) &&
  refusalReason(triedOf(world).oracle, me, { wants: 'remind', id: line.id, on: true }) === null;

/** The push service of one device fails once, or rejects it until it registers again. */
async function troubled(scene: PushScene): Promise<readonly string[]> {
  const { world, chance, hearer } = scene;
  const device = chance.pick(devicesInUse(scene.hearer));
  const outcome = chance.pick(['later', 'gone'] as const);
  const away = await leaves(scene);
  world.gear.pushes.next.set(endpointOf(device), outcome);
  const faults: string[] = [];
  for (let lines = outcome === 'gone' ? 2 : 1; lines > 0 && faults.length === 0; lines -= 1) {
    const begun = begins(scene);
    begun.said.push(await saysLine(scene, chance.pick(scene.talks)));
    await world.clock.advance(DUE_MS + (outcome === 'later' ? AGAIN_MS : 0));
    faults.push(...judged(scene, begun, { isLooking: away.looks !== null, device: null }));
  }
  world.gear.pushes.next.clear();
  away.comesBack();
  await world.clock.advance(BACK_MS);
  const refused = (await isBack(world)) ? await takes(scene, hearer, device) : 'not every page is bound';
  return [...faults.map((text) => `${outcome}, ${away.how}: ${text}`), ...(refused ? [refused] : [])];
}
