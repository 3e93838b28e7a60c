import type { ContactId, MsgId } from '../../src/domain/ids.ts';
import type { Conversation } from '../../src/client/state/state.ts';
import { triedOf } from '../checkers/tried.ts';
import type { Device, Tab } from '../devices/device.ts';
import type { WorldPerson } from '../devices/person.ts';
import { setOnline } from '../faults/connection.ts';
import { isLineFor } from '../oracle/blocked.ts';
import { NOTHING, openingWrong, pagesTo, stepWrong, windowWrong } from '../oracle/places.ts';
import type { SeenWindow } from '../oracle/places.ts';
import { expectedReadableAbove } from '../oracle/shown.ts';
import type { Chance } from '../plan/random.ts';
import { drive } from '../time/drive.ts';
import type { World } from '../world/world-type.ts';
import { contactIn, firstTabOf, opensInAllTabs } from './people.ts';
import type { AtPage } from './people.ts';
import { saidBefore } from './said-before.ts';
import { hasRoom, maySpeak, plainDraft } from './speaking.ts';

/** Time until everything is sent, loaded, read and acknowledged, on a fast network. */
const SAID_MS = 20_000;
const LOADED_MS = 3_000;
const MOVES = 8;
/** Time until the shown state is stored. */
const STORED_MS = 2_000;
/** Some are one page, some are far more than the newest page may bring, or a few pages on the way. */
const LINES = [4, 4, 4, 40, 40, 110, 170] as const;

/** A user at a chat with more messages than a screen shows. */
interface Sight {
  readonly world: World;
  readonly chance: Chance;
  readonly device: Device;
  tab: Tab;
  readonly reader: WorldPerson;
  readonly author: AtPage;
  readonly chat: string;
  readonly id: ContactId;
  readonly faults: string[];
}

/**
 * A tab without a window opens a chat at its read position, scrolls past the ends of pages, jumps to
 * messages, is hidden and shown, reloads, and returns to the newest. Each window shown is a contiguous part
 * of the readable messages and contains the target; no unneeded page is requested, and only shown messages
 * count as read (SIM-32).
 */
export async function places(world: World): Promise<readonly string[]> {
  const chance = world.around.chance.fork('places');
  await saidBefore(world);
  const sight = await sightIn(world, chance);
  if (sight === null) return [];
  opensInAllTabs(sight.reader, null);
  await says(sight, chance.pick(LINES));
  await opens(sight);
  for (let move = 0; move < MOVES && sight.faults.length === 0; move += 1) await moves(sight);
  await newest(sight);
  const { tab, id } = sight;
  tab.client.actions.openChat(null);
  await world.clock.advance(LOADED_MS);
  return sight.faults.map((text) => `${tab.name} in ${id}: ${text}`);
}

/** The first user has a page that has just signed in (`stranger.ts`), and a partner who may write to them. */
async function sightIn(world: World, chance: Chance): Promise<Sight | null> {
  const [reader, ...others] = world.people;
  const device = reader?.devices[0];
  const tab = device?.tabs[0];
  if (!reader || !device || !tab || tab.state().conversations.size > 0) return null;
  const { oracle } = triedOf(world);
  const found: Sight[] = [];
  for (const chat of oracle.chats.values()) {
    if (chat.timers.some(({ days }) => days > 0) || oracle.seat(reader.id, chat.name) === null) continue;
    for (const person of others) {
      const theirs = firstTabOf(person);
      if (!theirs || !maySpeak(world, person, chat.name)) continue;
      if (oracle.blocked.only(chat.name, person.id) !== null || !(await hasRoom(world, person, 150)))
        continue;
      const id = contactIn(reader, chat.name);
      const author = { person, tab: theirs };
      found.push({ world, chance, device, tab, reader, author, chat: chat.name, id, faults: [] });
    }
  }
  return found.length > 0 ? chance.pick(found) : null;
}

/** Each text once in a life. */
async function says(sight: Sight, many: number): Promise<void> {
  const { world, author, chat } = sight;
  const from = triedOf(world).oracle.chats.get(chat)?.lines.length ?? 0;
  const to = contactIn(author.person, chat);
  for (let at = 0; at < many; at += 1) void author.tab.client.actions.send(to, plainDraft(`w${from + at}.0`));
  await world.clock.advance(SAID_MS);
}

/** The readable messages: ordinal and row of each. */
function readableOf({ world, reader, chat }: Sight): ReadonlyMap<number, number> {
  const { oracle } = triedOf(world);
  const above = expectedReadableAbove(oracle, reader.id, chat) ?? Number.MAX_SAFE_INTEGER;
  const lines = oracle.chats.get(chat)?.lines ?? [];
  const mine = lines.filter((line) => line.n > above && !line.gone && isLineFor(line, reader.id));
  return new Map(mine.map(({ n, row }) => [n, row]));
}

const seenOf = ({ chunks, complete, live }: Conversation): SeenWindow => ({
  lines: chunks.flat().map(({ n }) => n ?? 0),
  complete,
  live,
});
const nowSeen = ({ tab, id }: Sight): SeenWindow => {
  const window = tab.state().conversations.get(id);
  return window === undefined ? NOTHING : seenOf(window);
};

/** Windows shown and requests sent during an action. */
interface Lived {
  readonly shown: readonly SeenWindow[];
  readonly asked: number;
  readonly readable: readonly number[];
}

/** Runs an action, and checks every window shown during it; null: the chat itself has changed. */
async function lived(sight: Sight, what: string, run: () => void | Promise<unknown>): Promise<Lived | null> {
  const { world, tab, id, reader, chat, faults } = sight;
  const before = [...readableOf(sight).keys()];
  const readBefore = readBy(sight);
  const from = world.witness.asked.length;
  const windows = new Set<Conversation>();
  const end = tab.client.core.subscribe(() => {
    const window = tab.state().conversations.get(id);
    if (window && window.loading === 'no' && window.size > 0) windows.add(window);
  });
  const work = run();
  if (work) await drive(world.clock, work, 60_000);
  await world.clock.advance(LOADED_MS);
  end();
  const readable = [...readableOf(sight).keys()];
  if (readable.join() !== before.join()) return null;
  const shown = [...windows].map(seenOf);
  for (const one of [...shown, nowSeen(sight)]) {
    const wrong = one.lines.length > 0 && windowWrong(one, readable);
    if (wrong) faults.push(`${what}: ${wrong}`);
  }
  world.record.count(`place: ${what.replace(/ \d+/, '')}`);
  const { lines = [] } = triedOf(world).oracle.chats.get(chat) ?? {};
  const seenTo = Math.max(
    readBefore,
    ...shown.map((one) => (one.live ? lines.length : (one.lines.at(-1) ?? 0))),
  );
  if (readBy(sight) > seenTo)
    faults.push(`${what}: counts as read up to ${readBy(sight)}, seen is ${seenTo}`);
  const asked = world.witness.asked
    .slice(from)
    .filter(({ user, call }) => user === reader.id && call === 'getmessagelist').length;
  return { shown, asked, readable };
}

const readBy = ({ world, reader, chat }: Sight): number =>
  triedOf(world).oracle.seat(reader.id, chat)?.readTo ?? 0;

/**
 * Opens at the read position: a hidden page reads nothing. Some then jump to the newest before anything
 * between is loaded, and some reload the page.
 */
async function opens(sight: Sight): Promise<void> {
  const { tab, id, chance, faults } = sight;
  const place = readBy(sight);
  const hidden = chance.happens(0.6);
  if (hidden) {
    tab.page.setVisible(false);
    await lived(sight, 'opened in a hidden page', () => tab.client.actions.openChat(id));
    if (readBy(sight) !== place) faults.push(`read up to ${readBy(sight)} in a hidden page, before ${place}`);
  }
  const first = nowSeen(sight);
  if (hidden && chance.happens(0.3)) return loadedAnew(sight);
  const hasHaste = hidden && chance.happens(0.5);
  const done = await lived(sight, 'opened', () => {
    if (!hidden) return tab.client.actions.openChat(id);
    tab.page.setVisible(true);
    return hasHaste ? tab.client.actions.loadNewest(id) : undefined;
  });
  if (hasHaste && !nowSeen(sight).live) faults.push('the newest was wanted at once and is not shown');
  const opened = first.lines.length > 0 ? first : done?.shown[0];
  if (done === null) return;
  const wrong = openingWrong(opened ?? NOTHING, place, done.readable);
  if (wrong) faults.push(wrong);
}

/** Requests one page at one end; a second request waits for the same page (STORE-17). */
async function pages(sight: Sight, which: 'older' | 'newer', twice: boolean): Promise<void> {
  const { tab, id, faults } = sight;
  const { actions } = tab.client;
  const before = nowSeen(sight);
  const load = () => (which === 'older' ? actions.loadOlder(id) : actions.loadNewer(id));
  const told: boolean[] = [];
  const done = await lived(sight, which, async () => {
    const answers = await Promise.all(twice ? [load(), load()] : [load()]);
    for (const answer of answers) told.push(answer.ok && answer.value.more);
  });
  if (done === null || before.lines.length === 0) return;
  const isEnd = which === 'older' ? before.complete : before.live;
  if (done.asked !== (isEnd ? 0 : 1)) faults.push(`${which}: ${done.asked} pages were asked for`);
  const now = nowSeen(sight);
  const wrong = stepWrong(before, now, which, done.readable);
  if (wrong) faults.push(wrong);
  const isOver = which === 'older' ? now.complete : now.live;
  if (told.at(0) !== !isOver)
    faults.push(`${which}: says more is ${told.at(0)}, the window is at its end: ${isOver}`);
}

async function goesTo(sight: Sight, line: number): Promise<void> {
  const { tab, id, faults } = sight;
  const before = nowSeen(sight);
  const row = triedOf(sight.world).oracle.chats.get(sight.chat)?.lines[line - 1]?.row ?? 0;
  let answer: boolean | null = null;
  const done = await lived(sight, `to ${line}`, async () => {
    const found = await tab.client.actions.loadUntil(id, row as MsgId);
    answer = found.ok && found.value;
  });
  if (done === null) return;
  const isThere = done.readable.includes(line);
  const { lines } = nowSeen(sight);
  if (answer !== isThere) faults.push(`to ${line}: answered ${answer}, it is ${isThere ? '' : 'not '}there`);
  if (isThere && !lines.includes(line)) faults.push(`to ${line}: it is not shown`);
  if (isThere && lines.at(-1) === line && done.readable.at(-1) !== line)
    faults.push(`to ${line}: nothing is shown below it`);
  if (isThere && done.asked > pagesTo(before, line))
    faults.push(`to ${line}: ${done.asked} pages were asked for, ${pagesTo(before, line)} are enough`);
}

async function newest(sight: Sight): Promise<void> {
  const { tab, id, faults } = sight;
  const before = nowSeen(sight);
  const done = await lived(sight, 'newest', () => tab.client.actions.loadNewest(id));
  if (done === null) return;
  if (!nowSeen(sight).live) faults.push('the newest was wanted and is not shown');
  if (done.asked !== (before.live ? 0 : 1)) faults.push(`newest: ${done.asked} pages were asked for`);
}

/** Leaves the chat and returns, or hides the page for a while: the window stays as it was. */
async function comesBack(sight: Sight, how: 'closed' | 'hidden'): Promise<void> {
  const { tab, id, faults } = sight;
  const before = nowSeen(sight);
  const away = () => (how === 'closed' ? tab.client.actions.openChat(null) : tab.page.setVisible(false));
  await lived(sight, how, away);
  const back = () => (how === 'closed' ? tab.client.actions.openChat(id) : tab.page.setVisible(true));
  const done = await lived(sight, `${how} and back`, back);
  if (done === null || before.lines.length === 0) return;
  const now = nowSeen(sight);
  if (how === 'hidden' && now.lines.join() !== before.lines.join())
    faults.push(`hidden and back: shows ${now.lines.at(0)}…${now.lines.at(-1)}, not what it showed`);
}

/**
 * Reloads the page, sometimes without a network: the window from storage is a part of the chat with correct
 * ends (STORE-4).
 */
async function loadedAnew(sight: Sight): Promise<void> {
  const { world, chance, device, tab, id, faults } = sight;
  const [before, place] = [nowSeen(sight), readBy(sight)];
  const isAlone = chance.happens(0.5);
  await world.clock.advance(STORED_MS);
  if (isAlone) setOnline(device, false);
  if (isAlone || chance.happens(0.5)) tab.page.gone();
  await world.clock.advance(STORED_MS);
  device.close(tab);
  sight.tab = device.open(tab.memory);
  await world.clock.advance(LOADED_MS);
  const open = () => sight.tab.client.actions.openChat(id);
  const what = `loaded anew${isAlone ? ' without a network' : ''}`;
  let done = await lived(sight, what, open);
  if (isAlone) {
    setOnline(device, true);
    done = await lived(sight, `${what}, and back`, () => world.clock.advance(LOADED_MS));
  }
  if (done === null) return;
  const wrong = openingWrong(nowSeen(sight), place, done.readable, before.live ? before : NOTHING);
  if (wrong) faults.push(`${what}: ${wrong}`);
}

/** Messages that arrive while the page is hidden are not read. */
async function saidUnseen(sight: Sight): Promise<void> {
  const { tab, faults } = sight;
  tab.page.setVisible(false);
  const before = readBy(sight);
  await says(sight, 2);
  if (readBy(sight) !== before) faults.push(`read up to ${readBy(sight)} in a hidden page, before ${before}`);
  await lived(sight, 'looked at again', () => tab.page.setVisible(true));
}

/** Marked from a line on, the chat is opened there the next time (UNREAD-3). */
async function marked(sight: Sight, line: number): Promise<void> {
  const { world, tab, id } = sight;
  opensInAllTabs(sight.reader, null);
  await drive(world.clock, tab.client.actions.markUnread(id, line), 60_000);
  const held = nowSeen(sight);
  const done = await lived(sight, `marked from ${line}`, () => tab.client.actions.openChat(id));
  if (done === null) return;
  const wrong = openingWrong(nowSeen(sight), line - 1, done.readable, held);
  if (wrong) sight.faults.push(`marked from ${line}: ${wrong}`);
}

function moves(sight: Sight): Promise<void> {
  const { chance, chat, world } = sight;
  const lines = triedOf(world).oracle.chats.get(chat)?.lines ?? [];
  const line = chance.whole(1, Math.max(1, chance.happens(0.3) ? 5 : lines.length));
  switch (chance.whole(0, 11)) {
    case 0:
    case 1:
      return pages(sight, 'older', chance.happens(0.3));
    case 2:
      return pages(sight, 'newer', chance.happens(0.3));
    case 3:
    case 4:
    case 5:
      return goesTo(sight, line);
    case 6:
      return comesBack(sight, chance.pick(['closed', 'hidden']));
    case 7:
      return saidUnseen(sight);
    case 8:
      return marked(sight, line);
    case 9:
    case 10:
      return loadedAnew(sight);
    default:
      return newest(sight);
  }
}
