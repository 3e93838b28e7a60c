import { triedOf } from '../checkers/tried.ts';
import type { Tab } from '../devices/device.ts';
import type { WorldPerson } from '../devices/person.ts';
import { expectedTypingTold } from '../oracle/typing.ts';
import { OracleTypist } from '../oracle/typing-shown.ts';
import type { TypingPress } from '../oracle/typing-shown.ts';
import type { Chance } from '../plan/random.ts';
import type { World } from '../world/world-type.ts';
import { tabsOf } from '../devices/person.ts';
import { contactIn } from './people.ts';
import { saidBefore } from './said-before.ts';
import { hasRoom, maySpeak, plainDraft, sends } from './speaking.ts';

const PRESSES = 10;
/** Time until a silent user is no longer shown as typing. */
const SILENT_MS = 6_500;
/** Time until all users have received an event. */
const HEARD_MS = 500;
/** Maximum delay of a page's check whether a user still types. */
const LOOKED_MS = 100;
/** Between two presses, or before one looks. */
const RESTS_MS = [150, 700, 1_300, 2_600, 3_000, 4_200, 6_800] as const;

const PRESSED: readonly TypingPress[] = [
  ...(['typed', 'typed', 'typed', 'typed', 'said', 'said', 'dropped', 'recording', 'recorded'] as const),
  'said elsewhere',
];

interface Scene {
  readonly world: World;
  readonly chat: string;
  readonly author: WorldPerson;
  readonly tab: Tab;
  /** Another tab of theirs, for messages sent without being typed here. */
  readonly elsewhere: Tab | null;
  readonly typist: OracleTypist;
  readonly faults: string[];
  said: number;
}

/**
 * A user types in a chat, stops, records, sends and continues, with pauses of all lengths. Readers see it in
 * each of their tabs as long as the oracle says, and no other user does (SIM-37, TYPING-2, TYPING-3).
 */
export async function typingShown(world: World): Promise<readonly string[]> {
  await saidBefore(world);
  const chance = world.around.chance.fork('typed');
  const scene = await sceneIn(world, chance);
  if (scene === null) return [];
  await world.clock.advance(SILENT_MS);
  world.around.count('mark: typed in a quiet chat');
  for (let press = 0; press < PRESSES && scene.faults.length === 0; press += 1) {
    const what = chance.pick(PRESSED);
    // Users mostly send what they have just typed.
    for (let key = what === 'said' ? chance.whole(0, 3) : 0; key > 0; key -= 1) {
      await presses(scene, 'typed');
      await world.clock.advance(chance.whole(50, 900));
    }
    await presses(scene, what);
    const restMs = chance.pick(RESTS_MS);
    await world.clock.advance(restMs);
    look(scene, `${restMs} ms after ${what}`);
  }
  scene.tab.client.actions.typing(contactIn(scene.author, scene.chat), 'recorded');
  await world.clock.advance(SILENT_MS);
  return scene.faults;
}

async function sceneIn(world: World, chance: Chance): Promise<Scene | null> {
  const { oracle } = triedOf(world);
  const found: Pick<Scene, 'author' | 'chat' | 'tab' | 'elsewhere'>[] = [];
  for (const author of world.people) {
    const tabs = tabsOf(author);
    for (const chat of oracle.chats.keys()) {
      if (tabs.length === 0 || !oracle.seat(author.id, chat) || !maySpeak(world, author, chat)) continue;
      if (expectedTypingTold(oracle, author.id, chat).length === 0) continue;
      const tab = chance.pick(tabs);
      const elsewhere = tabs.find((one) => one !== tab) ?? null;
      found.push({ author, chat, tab, elsewhere });
    }
  }
  const one = found.length === 0 ? null : chance.pick(found);
  if (one === null || !(await hasRoom(world, one.author))) return null;
  return { world, ...one, typist: new OracleTypist(), faults: [], said: 0 };
}

async function presses(scene: Scene, what: TypingPress): Promise<void> {
  const { world, author, chat, tab, elsewhere, typist } = scene;
  const to = contactIn(author, chat);
  const by = what === 'said elsewhere' ? elsewhere : tab;
  if (by === null) return;
  // A press at the moment of that check may come before or after it: either order is right.
  if (typist.sinceLookMs(world.clock.elapsedMs()) < LOOKED_MS) await world.clock.advance(LOOKED_MS);
  typist.press(what, world.clock.elapsedMs());
  if (what !== 'said' && what !== 'said elsewhere') return tab.client.actions.typing(to, what);
  if (what === 'said') tab.client.actions.typing(to, 'sent');
  scene.said += 1;
  await sends(world, { person: author, tab: by }, chat, plainDraft(`t${scene.said}.0`));
  await world.clock.advance(HEARD_MS);
}

/** Compares every tab with the oracle, unless something has just changed. */
function look({ world, chat, author, typist, faults }: Scene, when: string): void {
  const now = world.clock.elapsedMs();
  const shown = typist.shownAt(now);
  if (now - typist.changedMs < HEARD_MS || typist.isUnsure) return;
  const { oracle } = triedOf(world);
  const told = expectedTypingTold(oracle, author.id, chat);
  for (const person of world.people) {
    // Typing is hidden between two users if one has blocked the other (BLOCK-6).
    const isTold = told.includes(person.id) && !oracle.blocked.areApart(person.id, author.id);
    const wanted = isTold ? shown : null;
    const contact = contactIn(person, chat);
    for (const tab of tabsOf(person)) {
      const state = tab.state();
      if (!state.contacts.has(contact)) continue;
      const is = state.typing?.get(contact)?.find(({ user }) => user === author.id)?.what ?? null;
      if (is !== wanted)
        faults.push(
          `${when}: ${tab.name} shows ${author.id} typing as ${is} in ${chat}, it should be ${wanted}`,
        );
    }
  }
}
