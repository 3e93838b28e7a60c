import type { ContactId, DraftKey, MessageId } from '../../src/domain/ids.ts';
import { draftName } from '../../src/domain/kept.ts';
import { isNowhere } from '../checkers/intentions.ts';
import { triedOf } from '../checkers/tried.ts';
import { drive } from '../time/drive.ts';
import type { World } from '../world/world-type.ts';
import { cutsOff, judgesDrafts, keeperIn, loadedAnew, notesPress, types } from './keeper.ts';
import type { Keeper } from './keeper.ts';
import { loginEnds } from './leaves.ts';
import { isSignedIn, tabsOf } from '../devices/person.ts';
import { reconnects } from './people.ts';
import { saidBefore } from './said-before.ts';
import { plainDraft } from './speaking.ts';

/** Time until a draft reached all devices: a few seconds after the last key press. */
const TOLD_MS = 10_000;
/** Time until a press is stored, even on an old device. */
const STORED_MS = 1_500;
/** Time until waiting messages are sent, retried and answered. */
const SENT_MS = 15_000;
/** Number of messages discarded, one after another. */
const DISCARDED = 2;
/** Milliseconds to watch a message until it is being sent. */
const LOOKS = 100;

/**
 * Checks the data a device keeps beyond a page or login: unsent text is still a draft and sent text is not,
 * cancelled or discarded messages never arrive, and the next user of the device sees none of it (SIM-36).
 */
export async function keptThings(world: World): Promise<readonly string[]> {
  const chance = world.around.chance.fork('keeps');
  await saidBefore(world);
  const keeper = await keeperIn(world, chance);
  if (keeper === null) return [];
  const situation = chance.pick([drafts, loginEnds, files, discards]);
  world.record.count(`kept: ${situation.name}`);
  await situation(keeper);
  return keeper.faults;
}

/** Types in a chat and in a thread, sends some of it, and closes the page. */
async function drafts(keeper: Keeper): Promise<void> {
  const { world, chance, person, device, places } = keeper;
  for (const place of places) types(keeper, place, chance.happens(0.8) ? keeper.words() : '');
  const isAlone = chance.happens(0.3);
  if (isAlone) cutsOff(keeper, true);
  await world.clock.advance(chance.pick([0, 3_000, TOLD_MS, TOLD_MS]));
  for (const place of places) if (chance.happens(0.6)) await sends(keeper, place);
  judgesDrafts(keeper, [device]);
  if (chance.happens(0.6)) await loadedAnew(keeper);
  judgesDrafts(keeper, [device]);
  if (isAlone) reconnects(keeper.device);
  await world.clock.advance(TOLD_MS);
  judgesDrafts(keeper, person.devices);
  judgesKept(keeper);
}

/** The servers keep the draft of the chat, for devices that come later (DRAFT-1, DRAFT-3). */
function judgesKept({ world, person, device, tab, id, book, faults }: Keeper): void {
  if (tab.state().pending.keep.has(draftName(id))) return;
  const kept = triedOf(world).oracle.kept.of(person.id, draftName(id));
  const said = kept === null ? '' : String((JSON.parse(kept) as readonly unknown[])[0]);
  const wanted = book.of({ person: person.id, device: device.name }, id);
  if (said !== wanted) faults.push(`${tab.name} has told the draft <${said}>, it should be <${wanted}>`);
}

/** Sends the draft of a place from one page; sometimes the author continues typing at once. */
async function sends(keeper: Keeper, place: DraftKey): Promise<void> {
  const { world, chance, person, device, id, book, first, places, tab } = keeper;
  const who = { person: person.id, device: device.name };
  const text = book.of(who, place);
  const isThread = place === places[1];
  const pages = (isThread ? device.tabs : tabsOf(person)).filter(isSignedIn);
  const showing = pages.filter(({ client }) => client.actions.draft(place).text === text);
  if (text === '' || showing.length === 0) return;
  // Mostly from the page where it was typed.
  const from = chance.pick(showing.includes(tab) ? [tab, ...showing] : showing);
  const quote = isThread ? first : null;
  const sending = from.client.actions.send(id, { ...plainDraft(text), quote }, place);
  const more = from === tab && chance.happens(0.3) ? keeper.words() : '';
  if (more !== '') tab.client.actions.saveDraft(place, plainDraft(more));
  const made = await drive(world.clock, sending, 60_000);
  if (made.ok) book.sent(who, place, more);
  else if (more !== '') book.typed(who, place, more);
  // Other devices receive it a little later.
  if (!device.tabs.includes(from)) await world.clock.advance(TOLD_MS);
}

const small = new Blob(['x'.repeat(100)]);

/** Files waiting or being sent, some cancelled, while the page closes. */
async function files(keeper: Keeper): Promise<void> {
  const { world, chance, person, id, faults } = keeper;
  cutsOff(keeper, chance.happens(0.6));
  const chosen: MessageId[] = [];
  for (let many = chance.whole(1, 3); many > 0; many -= 1) {
    const name = `paper-${90 + many}.pdf`;
    const made = keeper.tab.client.actions.sendFile(id, { name, body: small }, 'file');
    if (made.ok) chosen.push(made.value);
  }
  await world.clock.advance(chance.pick([0, 400, 3_000, 20_000]));
  const cancelled = chosen.filter(() => chance.happens(0.7));
  for (const one of cancelled) {
    notesPress(keeper, 'cancel', one);
    keeper.tab.client.actions.cancelUpload(one);
  }
  await world.clock.advance(STORED_MS);
  const isEarly = chance.happens(0.5);
  if (isEarly) reconnects(keeper.device);
  await loadedAnew(keeper);
  if (!isEarly) reconnects(keeper.device);
  await world.clock.advance(SENT_MS);
  const { oracle } = triedOf(world);
  const said = new Set([...oracle.lines.values()].map((line) => line.id));
  const shown = new Set(tabsOf(person).flatMap(({ client }) => client.uploads.get().map((view) => view.id)));
  for (const one of chosen) {
    const isThere = said.has(one) || shown.has(one);
    if (isThere === cancelled.includes(one))
      faults.push(
        `${keeper.tab.name}: the file ${one} ${isThere ? 'was cancelled, and is there' : 'is lost'}`,
      );
    keeper.tab.client.actions.cancelUpload(one);
  }
}

/** The fate of the page or its request after a discard during a send. */
const THEN = ['is answered', 'is cut off', 'goes', 'goes'] as const;

async function discards(keeper: Keeper): Promise<void> {
  for (let many = 0; many < DISCARDED && keeper.faults.length === 0; many += 1) await discardsOne(keeper);
}

/**
 * Discards a message while it is being sent: the answer or the event arrives, or neither, or the page closes
 * first. At the end no screen shows it, whether it reached a server or not (SEND-13).
 */
async function discardsOne(keeper: Keeper): Promise<void> {
  const { world, chance, person, device, id, faults } = keeper;
  const then = chance.pick(THEN);
  // Without a socket the answer arrives before the event.
  if (then === 'is answered' && chance.happens(0.5)) device.link.cut();
  if (then === 'goes' && chance.happens(0.4)) cutsOff(keeper, false);
  const { actions } = keeper.tab.client;
  const draft = plainDraft(keeper.words());
  const made = await drive(world.clock, actions.send(id, draft), 60_000);
  if (!made.ok || !(await isUnderWay(keeper, made.value))) return reconnects(keeper.device);
  if (then !== 'is answered' && chance.happens(0.6)) await world.clock.advance(chance.whole(1, 20));
  if (itemOf(keeper.tab, id, made.value)?.status !== 'sending') return reconnects(keeper.device);
  if (then !== 'is answered') cutsOff(keeper, then === 'is cut off');
  world.record.count('mark: discarded while sent');
  const mine = { of: made.value, person: person.id, at: world.witness.ran.length };
  notesPress(keeper, 'discard', made.value);
  actions.discard(made.value);
  if (then !== 'is answered') await world.clock.advance(STORED_MS);
  if (then === 'goes') await loadedAnew(keeper);
  reconnects(keeper.device);
  await world.clock.advance(SENT_MS);
  if (tabsOf(person).some((tab) => itemOf(tab, id, made.value) !== undefined))
    faults.push(`${keeper.tab.name}: ${draft.text} was discarded, and waits to be sent`);
  if (!isNowhere(world, triedOf(world).oracle, mine))
    faults.push(`${keeper.tab.name}: ${draft.text} was discarded while it was sent, and is there`);
}

/** Waits until the message is being sent; false: it was not seen so. */
async function isUnderWay({ world, tab, id }: Keeper, of: MessageId): Promise<boolean> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const item = itemOf(tab, id, of);
    if (item?.status === 'sending') return true;
    if (item === undefined && looks > 0) return false;
    await world.clock.advance(1);
  }
  return false;
}

const itemOf = (tab: Keeper['tab'], id: ContactId, of: MessageId) =>
  tab
    .state()
    .outbox.get(id)
    ?.find(({ message }) => message.id === of);
