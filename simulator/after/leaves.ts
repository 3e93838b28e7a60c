import type { LocalFile } from '../../src/client/interface/files.ts';
import type { MessageId } from '../../src/domain/ids.ts';
import { textsOf } from '../checkers/erasure.ts';
import { shownList } from '../checkers/oracle.ts';
import { triedOf } from '../checkers/tried.ts';
import type { Tab } from '../devices/device.ts';
import type { WorldPerson } from '../devices/person.ts';
import { drive } from '../time/drive.ts';
import { rememberedLogin, signIn } from '../world/sign-in.ts';
import { cutsOff, judgesDrafts, types } from './keeper.ts';
import type { Keeper } from './keeper.ts';
import { isSignedIn, tabsOf } from '../devices/person.ts';
import { reconnects } from './people.ts';
import { returned } from '../checkers/settled.ts';
import { plainDraft } from './speaking.ts';

/** Time until a draft was sent, including all requests of a login. */
const TOLD_MS = 10_000;
const ENDS_MS = 8_000;
const WAITS_MAX = 12;
const STORED_MS = 1_500;
const LIMIT_MS = 60_000;

/** Ways a login ends: by its user, from another device, by a new password, or by the operator. */
const WAYS = ['loggedOut', 'elsewhere', 'password', 'ruled'] as const;
type Way = (typeof WAYS)[number];

/**
 * A login ends with an unsent draft and message, a different user signs in on the device and leaves, and the
 * first one returns. The other user sees none of it, and the first one finds it again, unless they chose to
 * log out (SESS-3).
 */
export async function loginEnds(keeper: Keeper): Promise<void> {
  const { world, chance, person, device, places, book } = keeper;
  const others = world.people.filter((one) => one !== person);
  // All others may have erased their accounts.
  if (others.length === 0) return;
  const other = chance.pick(others);
  const helper = tabsOf(person).find((tab) => !device.tabs.includes(tab) && isSignedIn(tab));
  const way = helper ? chance.pick(WAYS) : chance.pick(['loggedOut', 'ruled'] as const);
  for (const place of places) types(keeper, place, keeper.words());
  await world.clock.advance(way === 'loggedOut' || chance.happens(0.5) ? TOLD_MS : 0);
  const unsent = chance.happens(0.5) ? await writesAlone(keeper) : NOTHING;
  const hasEnded = await ends(keeper, way, helper);
  reconnects(keeper.device);
  // A line that went without a word is found by its silence.
  for (let waits = 0; waits < WAITS_MAX && (waits === 0 || isSignedIn(keeper.tab)); waits += 1)
    await world.clock.advance(ENDS_MS);
  if (!hasEnded) return;
  if (isSignedIn(keeper.tab))
    return void keeper.faults.push(`${keeper.tab.name} is still signed in, after: ${way}`);
  world.record.count('mark: a login ended');
  world.record.count(`left: ${way}`);
  if (way === 'loggedOut') goneFromDevice(keeper, unsent);
  else if (keeper.tab.client.session.get().name === 'ended' && chance.happens(0.4))
    types(keeper, places[0], keeper.words());
  await somebodyElse(keeper, other, unsent);
  if (!(await drive(world.clock, signIn(world, keeper.tab, person), LIMIT_MS))) return;
  returned(world);
  await world.clock.advance(TOLD_MS + ENDS_MS);
  if (way === 'loggedOut') book.loggedOut({ person: person.id, device: device.name });
  judgesDrafts(keeper, person.devices);
  judgesUnsent(keeper, unsent, way);
}

/** Content waiting for a network: text, and perhaps a file. */
interface Unsent {
  readonly text: string | null;
  readonly file: MessageId | null;
}
const NOTHING: Unsent = { text: null, file: null };

async function writesAlone(keeper: Keeper): Promise<Unsent> {
  const { world, chance, id, tab } = keeper;
  const text = keeper.words();
  cutsOff(keeper, true);
  const made = await drive(world.clock, tab.client.actions.send(id, plainDraft(text)), LIMIT_MS);
  const file = chance.happens(0.5) ? tab.client.actions.sendFile(id, PAPER, 'file') : null;
  await world.clock.advance(STORED_MS);
  return { text: made.ok ? text : null, file: file?.ok ? file.value : null };
}
const PAPER: LocalFile = { name: 'paper-99.pdf', body: new Blob(['x'.repeat(100)]) };

/** Returns true if the servers consider the login ended. */
async function ends({ world, person, tab }: Keeper, way: Way, helper: Tab | undefined): Promise<boolean> {
  const { clock, ruler } = world;
  const known = await rememberedLogin(world, person);
  if (way === 'loggedOut') return (await drive(clock, tab.client.actions.logout(), LIMIT_MS)).ok;
  if (way === 'ruled' || !helper)
    return (await drive(clock, ruler.run('user', 'sign-out', known.account), LIMIT_MS)).exit === 0;
  const { actions } = helper.client;
  if (way === 'elsewhere') return (await drive(clock, actions.endLogin('others'), LIMIT_MS)).ok;
  const changes = async (original: string, password: string): Promise<boolean> =>
    (await drive(clock, actions.changePassword({ original, code: '', password, repeat: password }), LIMIT_MS))
      .ok;
  // Restores the password, since the other parts sign in with the known one.
  return (await changes(known.password, 'kept-secret-1')) && (await changes('kept-secret-1', known.password));
}

/** A chosen logout leaves no data on the device (SESS-3). */
function goneFromDevice(
  { device, person, places, book, faults }: Keeper,
  { text: said, file }: Unsent,
): void {
  const who = { person: person.id, device: device.name };
  const all = [...places.map((place) => book.of(who, place)), said ?? '', file ?? ''];
  const words = all.filter((one) => one !== '');
  for (const [where, text] of textsOf(device))
    for (const one of words)
      if (text.includes(one)) faults.push(`${one} lies on ${device.name} in ${where} after the log-out`);
}

/** On the same device, in the same page: nothing of the first user is shown, reported or sent. */
async function somebodyElse(keeper: Keeper, other: WorldPerson, { text, file }: Unsent): Promise<void> {
  const { world, device, tab, places, book, faults } = keeper;
  if (!(await drive(world.clock, signIn(world, tab, other), LIMIT_MS))) return;
  await world.clock.advance(TOLD_MS);
  for (const one of device.tabs.filter(isSignedIn)) {
    const { actions, uploads } = one.client;
    const ids = [...places, ...[...one.state().contacts].map(({ id }) => id)];
    const boxes = ids.map((id) => actions.draft(id).text);
    const waiting = [...one.state().outbox, ...uploads.get().map(({ id }) => id)];
    const seen = [...boxes, ...shownList(one.state()), JSON.stringify(waiting)].join('\n');
    const unsent = [text, file].filter((what) => what !== null && seen.includes(what));
    for (const words of [...book.strangeIn(other.id, seen), ...unsent])
      faults.push(`${one.name} shows ${words} to somebody else`);
  }
  const { oracle } = triedOf(world);
  const kept = oracle.kept.all().filter((one) => one.startsWith(`${other.id} `));
  for (const words of book.strangeIn(other.id, kept.join('\n')))
    faults.push(`${device.name} has told ${words} to a server for somebody else`);
  await drive(world.clock, tab.client.actions.logout(), LIMIT_MS);
}

/**
 * The waiting content is sent once after the return, or was removed at the logout; no other user ever sends
 * it.
 */
function judgesUnsent({ world, person, device, faults }: Keeper, { text, file }: Unsent, way: Way): void {
  const lines = [...triedOf(world).oracle.lines.values()];
  const wanted = way === 'loggedOut' ? 0 : 1;
  const uploads = device.tabs.flatMap(({ client }) => client.uploads.get().map(({ id }) => id));
  for (const what of [text, file]) {
    if (what === null) continue;
    const mine = lines.filter(({ words, id }) => words === what || id === what);
    const times = mine.length > 0 ? mine.length : Number(uploads.some((id) => id === what));
    if (times !== wanted)
      faults.push(
        `${device.name}: ${what} waited when the login ended (${way}), and is there ${times} times`,
      );
    if (mine.some(({ by }) => by !== person.id)) faults.push(`${what} was said by somebody else`);
  }
  if (file !== null) for (const { client } of device.tabs) client.actions.cancelUpload(file);
}
