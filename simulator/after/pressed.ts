import { totals } from '../../src/client/state/selectors.ts';
import type { Contact } from '../../src/client/state/state.ts';
import type { Message } from '../../src/domain/message.ts';
import { foldersShown, keptFaults } from '../checkers/kept.ts';
import { badgeFaults, listWanted, shownList, shownWindows } from '../checkers/oracle.ts';
import { triedOf } from '../checkers/tried.ts';
import type { Device, Tab } from '../devices/device.ts';
import type { WorldPerson } from '../devices/person.ts';
import { setOnline } from '../faults/connection.ts';
import { isSignedIn } from '../devices/person.ts';
import { saidBefore } from './said-before.ts';
import { looksOn } from './looks-on.ts';
import { servedMs } from '../checkers/settled.ts';
import { hasRoom, plainDraft } from './speaking.ts';
import { refusalReason } from '../oracle/rights.ts';
import type { Chance } from '../plan/random.ts';
import type { PlanStep } from '../plan/step.ts';
import type { ActContext } from '../users/act-context.ts';
import { wanted } from '../users/wanted.ts';
import type { World } from '../world/world-type.ts';

const PRESSES = 10;
const OFF_MS = 2_000;
/** Time until all pending changes are sent, on a fast network. */
const TOLD_MS = 30_000;

/** A user with an offline device. */
interface Alone {
  readonly world: World;
  readonly chance: Chance;
  readonly person: WorldPerson;
  readonly device: Device;
  /** An edit counts as a message in every limit (EDIT-1). */
  readonly mayEdit: boolean;
  tab: Tab;
}

/**
 * An offline user pins, mutes, archives, hides, marks, reads, folds and edits, undoes some of it, and perhaps
 * reloads the page. The screen then matches the one after all of it was sent: the list row by row, counts,
 * folders and open chats, as the oracle derives them (STORE-6, SEND-12, SIM-32).
 */
export async function pressed(world: World): Promise<readonly string[]> {
  const chance = world.around.chance.fork('pressed');
  await saidBefore(world);
  const found = aloneIn(world, chance);
  if (found === null) return [];
  const alone = { ...found, mayEdit: await hasRoom(world, found.person) };
  const { device, person } = alone;
  const watched = looksOn(alone.tab);
  if (chance.happens(0.5)) await folds(alone);
  setOnline(device, false);
  await world.clock.advance(OFF_MS);
  for (let at = 0; at < PRESSES; at += 1) {
    presses(alone, at);
    if (chance.happens(0.2)) await world.clock.advance(OFF_MS);
  }
  await world.clock.advance(OFF_MS);
  const before = shownBy(alone.tab);
  const faults: string[] = [];
  watched();
  if (chance.happens(0.3)) {
    await reloaded(alone);
    faults.push(...compared(`${alone.tab.name}, loaded anew`, before, shownBy(alone.tab)));
  }
  const end = looksOn(alone.tab);
  setOnline(device, true);
  await world.clock.advance(TOLD_MS);
  end();
  const { oracle } = triedOf(world);
  const { name } = alone.tab;
  faults.push(...compared(`${name}, told`, before, shownBy(alone.tab)));
  const [shown, list] = [shownList(alone.tab.state()), listWanted(oracle, person.id)];
  if (shown.join('\n') !== list.join('\n'))
    faults.push(`${name} shows ${shown.join('; ')}, the oracle says ${list.join('; ')}`);
  faults.push(...badgeFaults(oracle, person.id, alone.tab), ...keptFaults(oracle, person.id, alone.tab));
  return faults;
}

/** Draws a present user and page: of two pages, one writes the snapshot (STORE-12). */
function aloneIn(world: World, chance: Chance): Omit<Alone, 'mayEdit'> | null {
  const found = world.people.flatMap((person) =>
    person.devices.flatMap((device) =>
      device.tabs.filter(isSignedIn).map((tab) => ({ world, chance, person, device, tab })),
    ),
  );
  return found.length === 0 ? null : chance.pick(found);
}

const shownBy = (tab: Tab): Shown => ({
  list: shownList(tab.state()),
  numbers: JSON.stringify(totals(tab.state())),
  folders: foldersShown(tab).join('; '),
  windows: shownWindows(tab.state()),
});

interface Shown {
  readonly list: readonly string[];
  readonly numbers: string;
  readonly folders: string;
  readonly windows: ReadonlyMap<string, string>;
}

function compared(where: string, before: Shown, now: Shown): readonly string[] {
  const rows = Math.max(before.list.length, now.list.length);
  const faults = Array.from({ length: rows }, (_, at) => at)
    .filter((at) => before.list[at] !== now.list[at])
    .map(
      (at) => `row ${at} was shown as ${before.list[at] ?? 'nothing'}, and is ${now.list[at] ?? 'nothing'}`,
    );
  if (before.numbers !== now.numbers)
    faults.push(`the numbers were ${before.numbers}, and are ${now.numbers}`);
  if (before.folders !== now.folders) faults.push(`folders were ${before.folders}, and are ${now.folders}`);
  for (const [chat, lines] of now.windows) {
    const [was, is] = inBoth(before.windows.get(chat) ?? '', lines);
    if (was !== is) faults.push(`${chat} was shown as ${was}, and is ${is}`);
  }
  return faults.map((text) => `${where}: ${text}`);
}

/**
 * Compares from the later of their first lines: after a reload it may be the longer window of another tab.
 */
function inBoth(before: string, now: string): readonly [string, string] {
  const [a, b] = [before.split('\n'), now.split('\n')];
  const from = Math.max(...[a, b].map(([first = '']) => Number.parseInt(first, 10) || 0));
  const since = (lines: readonly string[]): string =>
    lines.slice(lines.findIndex((line) => Number.parseInt(line, 10) >= from)).join('\n');
  return before === '' ? [now, now] : [since(a), since(b)];
}

async function reloaded(alone: Alone): Promise<void> {
  const { world, device, tab } = alone;
  tab.page.gone();
  await world.clock.advance(OFF_MS);
  device.close(tab);
  alone.tab = device.open(tab.memory);
  await world.clock.advance(5_000);
}

/** One of each kind of tab over the list. */
async function folds({ tab, world, chance }: Alone): Promise<void> {
  const chats = [...tab.state().contacts].map(({ id }) => id);
  const list = [null, true, false].map((muted, at) => ({
    id: `p${at}`,
    name: `Folder p${at}`,
    people: chance.happens(0.6),
    groups: chance.happens(0.6),
    unread: chance.happens(0.4),
    muted,
    chats: chats.filter(() => chance.happens(0.2)),
  }));
  await world.clock.advance(OFF_MS);
  void tab.client.actions.keepFolders(list);
  await world.clock.advance(OFF_MS);
}

/** One random press; chats repeat, so that some presses are undone. */
function presses({ world, chance, person, device, tab, mayEdit }: Alone, number: number): void {
  const step: PlanStep = { atMs: 0, kind: 'pin', who: person.index, a: 0, b: number };
  const chats = [...tab.state().contacts].filter(({ kind }) => kind === 'person' || kind === 'group');
  if (chats.length === 0) return;
  const chat = chance.pick(chats.slice(0, 3));
  const hand: ActContext = { world, person, device, tab, step, number, chats, chat, someone: 0 as never };
  const { actions } = tab.client;
  const on = chance.happens(0.5);
  switch (chance.whole(0, 8)) {
    case 0:
      return void wanted(hand, 'top', chat.id, on, (value) => actions.setTop(chat.id, value));
    case 1:
      return void wanted(hand, 'notice', chat.id, chance.pick([true, false, 'mentions'] as const), (alert) =>
        actions.setNotice(chat.id, alert),
      );
    case 2:
      return void wanted(hand, 'archive', chat.id, on, (value) => actions.archiveChat(chat.id, value));
    case 3:
      return void actions.markUnread(chat.id, on && chat.counting.count > 0 ? lineOf(chance, chat) : on);
    case 4:
      return reads(hand, chat, lineOf(chance, chat));
    case 5:
      return void wanted(hand, 'mentionsRead', chat.id, chat.counting.count, () =>
        actions.readMentions(chat.id),
      );
    case 6:
      return void wanted(hand, 'hide', chat.id, chat.counting.count, () => actions.hideChat(chat.id));
    default:
      return mayEdit ? edits(hand, number) : undefined;
  }
}

const lineOf = (chance: Chance, { counting }: Contact): number =>
  chance.whole(Math.min(1, counting.count), counting.count);

/** The remaining unread count is known only if each own message since is; otherwise a server reports it. */
function reads(hand: ActContext, { id, counting, unread }: Contact, line: number): void {
  const { mark, count, ownSince } = counting;
  const isKnown = count - mark - unread === ownSince.filter(({ n }) => n > mark).length;
  const n = isKnown ? line : count;
  if (n <= mark) return;
  void wanted(hand, 'read', id, n, () => hand.tab.client.actions.markRead(id, n));
}

/** Edits the newest own message of any available chat, with text never used before. */
function edits({ world, person, tab }: ActContext, number: number): void {
  const { oracle } = triedOf(world);
  // The oracle uses the time of the last action, and the edit arrives a little later.
  const untilMs = servedMs(world) + TOLD_MS;
  const may = ({ id, type, recalled, from, sentAtMs }: Message): boolean =>
    from.id === person.id &&
    type === 'text' &&
    !recalled &&
    untilMs - sentAtMs < oracle.rules.editSec * 1_000 &&
    refusalReason(oracle, person.id, { wants: 'edit', id, at: [] }) === null;
  for (const { id, chunks } of tab.state().conversations.values()) {
    const line = chunks.flat().findLast(may);
    if (line) {
      void tab.client.actions.edit(id, line.id, plainDraft(`v${number}.0`));
      return;
    }
  }
}
