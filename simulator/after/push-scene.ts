import { triedOf } from '../checkers/tried.ts';
import type { Device, Tab } from '../devices/device.ts';
import type { WorldPerson } from '../devices/person.ts';
import { setOnline } from '../faults/connection.ts';
import type { GivenPush } from '../gear/pushes.ts';
import { PushTrial } from '../oracle/pushes.ts';
import type { PushPhase, TakingDevice, ToldPush } from '../oracle/pushes.ts';
import type { Chance } from '../plan/random.ts';
import { drive } from '../time/drive.ts';
import type { World } from '../world/world-type.ts';
import { devicesInUse, firstTabOf, opensInAllTabs, reconnects } from './people.ts';
import { ANSWER_MS, hasRoom, maySpeak } from './speaking.ts';

/** Maximum messages one of them may send. */
const LINES_MAX = 30;
/** Clocks that were not set differ by less. */
const SAME_MS = 100;

/** A chat in which a user writes to the absent one. */
export interface PushTalk {
  readonly chat: string;
  readonly author: WorldPerson;
  readonly tab: Tab;
}

/** A user whose devices receive pushes, and the users who write to them. */
export interface PushScene {
  readonly world: World;
  readonly chance: Chance;
  readonly hearer: WorldPerson;
  readonly talks: readonly PushTalk[];
  readonly trial: PushTrial;
  /** Each text once in a life. */
  said: number;
}

/** Due times are stamped by the database's clock and processed by the nodes' clocks. */
export function clocksAgree(given: World): boolean {
  const { nodes, storeClock, clock: world, gear } = given;
  const now = storeClock.nowMs();
  // After a message with a clock ahead, the next ones keep its time.
  const said = [...triedOf(given).oracle.chats.values()].map(({ lines }) => lines.at(-1)?.saidAtMs ?? 0);
  if (said.some((atMs) => atMs > now + SAME_MS)) return false;
  // Restarted nodes have the right time.
  if (gear.push === null) return Math.abs(world.nowMs() - now) < SAME_MS;
  return nodes.every(({ clock }) => clock !== null && Math.abs(clock.nowMs() - now) < SAME_MS);
}

/** A user with a device, and up to two chats in which another user may write to them: a group first. */
export async function pushSceneIn(world: World, chance: Chance): Promise<PushScene | null> {
  const { oracle } = triedOf(world);
  const isPlain = (one: WorldPerson): boolean => world.plains.some(({ person }) => person === one);
  const hearers = world.people.filter((one) => firstTabOf(one) !== null && !isPlain(one));
  const first = hearers.length > 0 ? chance.whole(0, hearers.length - 1) : 0;
  const turned = [...hearers.slice(first), ...hearers.slice(0, first)];
  // Several devices give more notifications to show and to withdraw.
  for (const hearer of turned.toSorted((a, b) => devicesInUse(b).length - devicesInUse(a).length)) {
    const talks: PushTalk[] = [];
    const chats = [...oracle.chats.values()].filter(({ name }) => oracle.seat(hearer.id, name) !== null);
    for (const { name, group } of chats.toSorted(
      (a, b) => Number(b.group !== null) - Number(a.group !== null),
    )) {
      if (talks.some(({ chat }) => (oracle.chats.get(chat)?.group ?? null) !== null) && group !== null)
        continue;
      const author = world.people.find(
        (one) => one !== hearer && firstTabOf(one) && maySpeak(world, one, name),
      );
      const tab = author && firstTabOf(author);
      if (author && tab && (await hasRoom(world, author, LINES_MAX))) talks.push({ chat: name, author, tab });
      if (talks.length === 2) break;
    }
    if (talks.length > 0) return { world, chance, hearer, talks, trial: new PushTrial(oracle), said: 0 };
  }
  return null;
}

/** If pushes were off so far, the nodes restart with push settings, and pages learn of it (PUSH-3). */
export async function beginsToPush({ gear, nodes, clock, people }: World): Promise<void> {
  if (gear.push !== null) return;
  gear.push = gear.pushes.port;
  const devices = people.flatMap((person) => person.devices);
  for (const { page } of devices.flatMap(({ tabs }) => tabs)) page.gone();
  await clock.advance(KEPT_MS);
  for (const node of nodes) {
    await drive(clock, node.stop());
    await drive(clock, node.start());
  }
  for (const device of devices) {
    const tabs = [...device.tabs];
    for (const tab of tabs) device.close(tab);
    for (const { memory } of tabs) device.open(memory);
  }
  await clock.advance(KEPT_MS);
}
/** Time until a page has written or read its stored data. */
const KEPT_MS = 2_000;

const HERE = 'https://push.test/sent/now/';
const bytes = (count: number): string => 'A'.repeat(Math.ceil((count * 4) / 3));

export const endpointOf = ({ name }: Device): string => HERE + name;

/** Registers the device for pushes. */
export async function takes(scene: PushScene, person: WorldPerson, device: Device): Promise<string | null> {
  const { world, chance, trial } = scene;
  const platform = chance.pick(['android', 'other', 'ios'] as const);
  const words = chance.happens(0.8);
  const [tab] = device.tabs;
  if (!tab) return null;
  const answer = await drive(
    world.clock,
    tab.client.actions.takePushes({
      endpoint: endpointOf(device),
      p256dh: bytes(65),
      auth: bytes(16),
      platform,
      words,
    }),
    ANSWER_MS,
  );
  if (!answer.ok) return `${device.name} may not take pushes`;
  const taking: TakingDevice = { name: device.name, person: person.id, keepsAll: platform === 'ios', words };
  trial.takes(taking);
  return null;
}

interface PushText {
  readonly kind?: string;
  readonly tag?: string;
  readonly title?: string;
  readonly content?: string;
  readonly payload?: { readonly toContactId?: string; readonly msg_id?: number; readonly is_group?: number };
}

const isHere = ({ endpoint }: GivenPush): boolean => endpoint.startsWith(HERE);

/** Pushes received by the devices of this scene, by the database's clock. */
export function toldSince({ gear, storeClock, clock }: World, from: number): readonly ToldPush[] {
  const startMs = storeClock.nowMs() - clock.elapsedMs();
  return gear.pushes.given
    .slice(from)
    .filter(isHere)
    .map(({ endpoint, text, topic, outcome, atMs }) => {
      const { kind = '', tag = '', title = '', content = '', payload = {} } = JSON.parse(text) as PushText;
      return {
        device: endpoint.slice(HERE.length),
        kind,
        tag,
        topic,
        title,
        words: content,
        contact: payload.toContactId ?? '',
        isGroup: payload.is_group === 1,
        row: payload.msg_id ?? 0,
        outcome,
        atMs: startMs + atMs,
      };
    });
}

/** Marks of one person in all their chats. */
export const marksOf = ({ world, hearer }: PushScene): ReadonlyMap<string, number> => {
  const { oracle } = triedOf(world);
  return new Map([...oracle.chats.keys()].map((name) => [name, oracle.seat(hearer.id, name)?.readTo ?? 0]));
};

/** Messages they have read since, in the form the trial needs. */
export const readSince = (
  scene: PushScene,
  before: ReadonlyMap<string, number>,
  device: string | null,
): PushPhase['read'] =>
  [...marksOf(scene)]
    .filter(([chat, mark]) => mark > (before.get(chat) ?? 0))
    .map(([chat]) => ({ person: scene.hearer.id, chat, device }));

/** Ways in which a user is away from a device. */
export const AWAY = ['closed', 'crashed', 'offline', 'hidden', 'frozen'] as const;
export type Away = (typeof AWAY)[number];

/** Takes the device away; gives what brings it back. */
export async function goesAway({ world }: PushScene, device: Device, how: Away): Promise<() => void> {
  const { clock } = world;
  const tabs = [...device.tabs];
  switch (how) {
    case 'closed':
    case 'crashed':
      for (const tab of tabs) {
        if (how === 'closed') await drive(clock, tab.client.stop(), ANSWER_MS);
        device.close(tab);
      }
      return () => {
        for (const { memory } of tabs) device.open(memory);
      };
    case 'offline':
      setOnline(device, false);
      return () => setOnline(device, true);
    case 'hidden':
      for (const { page } of tabs) page.setVisible(false);
      return () => {
        for (const { page } of tabs) page.setVisible(true);
      };
    case 'frozen':
      device.link.freeze(clock.elapsedMs() + FROZEN_MS);
      return () => reconnects(device);
  }
}
const FROZEN_MS = 300_000;

/** Shows every page, and closes the chat of the user to be notified. */
export function looksUp({ world, hearer }: PushScene): void {
  for (const tab of world.tabs()) tab.page.setVisible(true);
  opensInAllTabs(hearer, null);
}
