import { threadKey } from '../../src/domain/ids.ts';
import type { ContactId, DraftKey, MessageId } from '../../src/domain/ids.ts';
import { draftName } from '../../src/domain/kept.ts';
import type { Quote } from '../../src/domain/message.ts';
import { triedOf } from '../checkers/tried.ts';
import type { Device, Tab } from '../devices/device.ts';
import type { WorldPerson } from '../devices/person.ts';
import { setOnline } from '../faults/connection.ts';
import { DraftBook, draftWrong } from '../oracle/drafts.ts';
import type { Chance } from '../plan/random.ts';
import { drive } from '../time/drive.ts';
import type { World } from '../world/world-type.ts';
import { isSignedIn } from '../devices/person.ts';
import { contactIn } from './people.ts';
import { hasRoom, maySpeak, plainDraft } from './speaking.ts';

/** Maximum messages this part sends. */
const LINES_MAX = 20;
const SAID_MS = 3_000;
/** Time until a reloaded page shows its stored state. */
const READ_MS = 3_000;

/** A user at a page, with a chat they may write in that holds a message of theirs. */
export interface Keeper {
  readonly world: World;
  readonly chance: Chance;
  readonly person: WorldPerson;
  readonly device: Device;
  tab: Tab;
  readonly chat: string;
  readonly id: ContactId;
  readonly book: DraftBook;
  /** The chat, and a thread of it. */
  readonly places: readonly [ContactId, DraftKey];
  readonly first: Quote;
  readonly faults: string[];
  /** Each text is unique. */
  words(): string;
}

/** Draws a user who may write in some chat, and lets them send a message there; null if none can. */
export async function keeperIn(world: World, chance: Chance): Promise<Keeper | null> {
  const found = world.people.flatMap((person) =>
    person.devices.flatMap((device) =>
      device.tabs
        .filter(isSignedIn)
        .flatMap((tab) => chatsOf(world, person).map((chat) => ({ person, device, tab, chat }))),
    ),
  );
  if (found.length === 0) return null;
  const { person, device, tab, chat } = chance.pick(found);
  if (!(await hasRoom(world, person, LINES_MAX))) return null;
  for (const one of device.tabs) one.page.setVisible(true);
  let said = 0;
  const words = (): string => `kept${(said += 1)}.0`;
  const [id, content] = [contactIn(person, chat), words()];
  await drive(world.clock, tab.client.actions.send(id, plainDraft(content)), 60_000);
  await world.clock.advance(SAID_MS);
  const line = triedOf(world)
    .oracle.chats.get(chat)
    ?.lines.findLast((one) => one.words === content);
  if (line === undefined) return null;
  const first = { msgId: line.row, content, userId: person.id, realname: '', root: line.n } as Quote;
  const places = [id, threadKey(id, line.n)] as const;
  const book = new DraftBook();
  return { world, chance, person, device, tab, chat, id, book, places, first, faults: [], words };
}

function chatsOf(world: World, person: WorldPerson): readonly string[] {
  const { oracle } = triedOf(world);
  return [...oracle.chats.values()]
    .filter(({ name, timers }) => {
      const stands = timers.every(({ days }) => days === 0) && oracle.blocked.only(name, person.id) === null;
      const isHere = oracle.seat(person.id, name) !== null && oracle.present(name).length > 1;
      return stands && isHere && maySpeak(world, person, name);
    })
    .map(({ name }) => name);
}

/** The page closes, cleanly or abruptly, and is loaded again. */
export async function loadedAnew(keeper: Keeper): Promise<void> {
  const { world, chance, device, tab } = keeper;
  if (chance.happens(0.5)) {
    tab.page.gone();
    await world.clock.advance(chance.pick([0, 500]));
  }
  device.close(tab);
  keeper.tab = device.open(tab.memory);
  await world.clock.advance(READ_MS);
}

/** Puts a text in the box of a chat or of a thread, as if it was typed. */
export function types({ person, device, tab, book }: Keeper, place: DraftKey, text: string): void {
  tab.client.actions.saveDraft(place, plainDraft(text));
  book.typed({ person: person.id, device: device.name }, place, text);
}

/** Boxes hold the typed text. Those with text a page has not sent yet are not checked. */
export function judgesDrafts({ person, places, book, faults }: Keeper, on: readonly Device[]): void {
  for (const device of on)
    for (const tab of device.tabs.filter(isSignedIn)) {
      const shown = new Map<string, string>();
      for (const place of places)
        if (!tab.state().pending.keep.has(draftName(place as ContactId)))
          shown.set(place, tab.client.actions.draft(place).text);
      const wrong = draftWrong(book, { person: person.id, device: device.name }, shown);
      if (wrong) faults.push(`${tab.name} ${wrong}`);
    }
}

/** Registers this press with the checker of intentions (SIM-21). */
export function notesPress(
  { world, person, tab }: Keeper,
  register: 'discard' | 'cancel',
  of: MessageId,
): void {
  world.record.pressed.push({
    tab,
    person: person.id,
    register,
    of,
    value: true,
    at: world.witness.ran.length,
    knownSeq: tab.state().sync.selfSeq,
    atMs: world.clock.elapsedMs(),
  });
}

/** Cuts the network; `isKnown`: the browser reports being offline. */
export function cutsOff({ world, device }: Keeper, isKnown: boolean): void {
  if (isKnown) setOnline(device, false);
  else device.link.freeze(world.clock.elapsedMs() + FROZEN_MS);
}
const FROZEN_MS = 600_000;
