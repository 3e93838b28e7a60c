import type { Device, Tab } from '../devices/device.ts';
import type { WorldPerson } from '../devices/person.ts';
import type { ActKind, PlanStep, StepKind, Subject, UserKind } from '../plan/step.ts';
import { act } from '../users/act.ts';
import { signIn } from '../world/sign-in.ts';
import type { World } from '../world/world-type.ts';
import { isPresent, saveWorld } from '../world/saved.ts';
import type { SavedWorld } from '../world/saved.ts';
import { createWorld } from '../world/world.ts';

export const SCENES = [
  'friends',
  'unopened',
  'group',
  'newcomer',
  'requests',
  'tabs',
  'call',
  'arranged',
  'archived',
  'blocked',
  'hushed',
] as const;
export type SceneName = (typeof SCENES)[number];

interface SceneOptions {
  readonly clients: number;
  readonly nodes: number;
  /** Kind of the chat that all pages show. */
  readonly chat: 'person' | 'group';
  /** Only the first page of each person has opened it. */
  readonly isUnopened?: boolean;
  /** No page has a chat open, so new messages stay unread. */
  readonly isClosed?: boolean;
  /** What was done before, by person; each step is over when the next one begins. */
  readonly before: readonly Before[];
  /** What does not survive a reload, done again for each run. */
  readonly next?: readonly Before[];
}
interface Before {
  readonly kind: UserKind | ActKind;
  readonly who: number;
  readonly a?: number;
  readonly b?: number;
}

/** A message of each of the first two, a poll, an answer in a thread, a pin and a reaction. */
const HISTORY: readonly Before[] = [
  { kind: 'write', who: 0 },
  { kind: 'write', who: 1 },
  { kind: 'askPoll', who: 0, a: 12, b: 1 },
  { kind: 'answer', who: 1, b: 0 },
  { kind: 'pinMessage', who: 0, b: 1 },
  { kind: 'pinMessage', who: 0, b: 3 },
  { kind: 'react', who: 1, b: 0 },
];

const OPTIONS: Readonly<Record<SceneName, SceneOptions>> = {
  friends: { clients: 2, nodes: 1, chat: 'person', before: HISTORY },
  unopened: { clients: 2, nodes: 1, chat: 'person', isUnopened: true, before: HISTORY },
  group: {
    clients: 3,
    nodes: 2,
    chat: 'group',
    before: [...HISTORY, { kind: 'setRole', who: 0, b: 0 }, { kind: 'write', who: 2 }],
  },
  newcomer: {
    clients: 3,
    nodes: 1,
    chat: 'group',
    before: [
      { kind: 'removeMember', who: 0, a: 1 },
      ...HISTORY.slice(0, 3),
      { kind: 'addMember', who: 0, a: 1 },
      { kind: 'write', who: 1 },
    ],
  },
  // Two friend requests to the first user, and requests to join a group of the second one.
  requests: {
    clients: 3,
    nodes: 1,
    chat: 'group',
    before: [
      { kind: 'unfriend', who: 1, a: 1 },
      { kind: 'unfriend', who: 2 },
      { kind: 'befriend', who: 1, a: 1 },
      { kind: 'befriend', who: 2 },
      { kind: 'saySoon', who: 1, a: 1, b: 1 },
      { kind: 'askToCome', who: 1, b: 1 },
    ],
  },
  // The first device shows the chat in two tabs.
  tabs: { clients: 2, nodes: 1, chat: 'person', before: HISTORY, next: [{ kind: 'newTab', who: 0 }] },
  // Registers are set already, on both sides: two actions here do what three do elsewhere.
  arranged: {
    clients: 3,
    nodes: 1,
    chat: 'group',
    isClosed: true,
    before: [
      ...HISTORY,
      { kind: 'setRole', who: 0, b: 0 },
      ...[0, 1].flatMap((who): readonly Before[] => [
        { kind: 'pin', who },
        { kind: 'quiet', who, b: who + 1 },
      ]),
      { kind: 'write', who: 2 },
    ],
  },
  archived: {
    clients: 2,
    nodes: 1,
    chat: 'person',
    isClosed: true,
    before: [...HISTORY, { kind: 'archive', who: 0 }, { kind: 'archive', who: 1 }],
  },
  blocked: {
    clients: 3,
    nodes: 1,
    chat: 'group',
    // Two users react to a message, of whom its author blocks the later one.
    before: [
      ...HISTORY.slice(0, -1),
      { kind: 'react', who: 2, b: 0 },
      ...HISTORY.slice(-1),
      { kind: 'write', who: 2 },
      { kind: 'block', who: 0 },
      { kind: 'block', who: 1, a: 1 },
    ],
  },
  // The second user is muted, and the third has quiet hours.
  hushed: {
    clients: 3,
    nodes: 1,
    chat: 'group',
    isClosed: true,
    before: [
      ...HISTORY,
      { kind: 'write', who: 2 },
      // The second one ends the status again.
      { kind: 'foldThem', who: 2, b: 25 },
      { kind: 'foldThem', who: 2, b: 35 },
      { kind: 'muteMember', who: 0, b: 1 },
    ],
  },
  call: {
    clients: 2,
    nodes: 2,
    chat: 'person',
    before: HISTORY.slice(0, 2),
    next: [
      { kind: 'call', who: 0 },
      { kind: 'pickUp', who: 1 },
    ],
  },
};

/** A prepared small World, in which nothing moves. */
export interface Scene {
  readonly world: World;
  /** Keeps the chosen chat, and the next person, for every choice that is a multiple of it. */
  readonly round: number;
}

/** Files and pages exist, so that every subject can be executed. */
const SUBJECTS_OF_ALL: readonly Subject[] = ['files', 'linking'];
const WORLD = { seed: 5, sessions: { devices: 2, tabs: 2 }, subjects: SUBJECTS_OF_ALL, loadsLate: true };

/** Scenes whose data were saved, by name. */
const prepared = new Map<SceneName, SavedWorld>();

/** Opens a scene: the first person has two devices, and every page shows the same chat. */
export async function createScene(name: SceneName, keepTrace: boolean): Promise<Scene> {
  let from = prepared.get(name);
  if (from === undefined || !isPresent(from)) prepared.set(name, (from = await prepare(name)));
  const { clients, nodes, chat, isUnopened = false, isClosed = false, next = [] } = OPTIONS[name];
  const world = await createWorld({ ...WORLD, clients, nodes, keepTrace, from });
  await world.clock.advance(250);
  if (!isClosed) for (const person of world.people) openThere(world, person, chat, isUnopened);
  await world.clock.advance(250);
  await live(world, next, chat);
  if (name === 'tabs') for (const person of world.people) openThere(world, person, chat, false);
  await world.clock.advance(1_000);
  const chats = chatsOf(world.tabs()[0]).length;
  return { world, round: 6 * Math.max(1, chats) * Math.max(1, world.people.length - 1) };
}

/** Makes the accounts, groups and history of a scene once. */
async function prepare(name: SceneName): Promise<SavedWorld> {
  const { clients, nodes, chat, isUnopened = false, before } = OPTIONS[name];
  const world = await createWorld({ ...WORLD, clients, nodes, keepTrace: false });
  const [first] = world.people;
  if (!first) throw new Error('a scene without people');
  void signIn(world, world.addDevice(first).open(), first);
  await world.clock.advance(600);
  for (const person of world.people) openThere(world, person, chat, isUnopened);
  await world.clock.advance(300);
  await live(world, before, chat);
  await world.clock.advance(2_500);
  // A page that catches up once more stores where it is: later ones begin there.
  for (const { device, tab } of world.people.flatMap(pagesOf)) {
    device.close(tab);
    device.open();
  }
  await world.clock.advance(2_500);
  return saveWorld(world, `scene ${name}`);
}

async function live(world: World, steps: readonly Before[], chat: 'person' | 'group'): Promise<void> {
  for (const [number, { kind, who, a = 0, b = 0 }] of steps.entries()) {
    const person = world.people[who];
    const place = person && pagesOf(person)[0];
    if (person && place) act(world, stepFor(world, { kind, who, a, b }, chat), 900 + number, place);
    await world.clock.advance(250);
  }
}

function openThere(world: World, person: WorldPerson, chat: 'person' | 'group', onlyFirst: boolean): void {
  for (const { tab } of pagesOf(person).slice(0, onlyFirst ? 1 : 9)) {
    const target = chatsOf(tab)[chatIndex(tab, chat)];
    if (target) tab.client.actions.openChat(target.id);
  }
  world.record.count('mark: scene');
}

export const pagesOf = (person: WorldPerson): readonly { readonly device: Device; readonly tab: Tab }[] =>
  person.devices.flatMap((device) => device.tabs.map((tab) => ({ device, tab })));

const chatsOf = (tab: Tab | undefined) =>
  [...(tab?.state().contacts ?? [])].filter(
    (one) => one.kind === 'person' || one.kind === 'group' || one.kind === 'favourites',
  );

/** The first group has the most members: it was founded first. */
function chatIndex(tab: Tab, kind: 'person' | 'group'): number {
  const chats = chatsOf(tab);
  const ids = chats.filter((one) => one.kind === kind).map(({ id }) => id);
  const first = ids.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];
  return Math.max(
    0,
    chats.findIndex(({ id }) => id === first),
  );
}

/** The same step, about the chat of the scene. */
export function stepFor<K extends StepKind>(
  world: World,
  { kind, who, a, b }: Omit<PlanStep, 'atMs' | 'kind'> & { readonly kind: K },
  chat: 'person' | 'group',
): PlanStep & { readonly kind: K } {
  const tab = world.people[who] && pagesOf(world.people[who])[0]?.tab;
  const index = tab ? chatIndex(tab, chat) : 0;
  return { atMs: 0, kind, who, a: a + (isAboutChat(kind) ? index : 0), b };
}

/** In these the first choice is a member, not a chat. */
const isAboutChat = (kind: StepKind): boolean =>
  !['addMember', 'removeMember', 'setRole', 'muteMember', 'befriend', 'unfriend', 'call'].includes(kind);

export const chatOfScene = (name: SceneName): 'person' | 'group' => OPTIONS[name].chat;
