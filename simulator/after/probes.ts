import type { ContactId, MessageId } from '../../src/domain/ids.ts';
import type { Preview } from '../../src/client/state/preview.ts';
import { alertOf } from '../../src/domain/alert.ts';
import { DAY_MIN, type QuietHours } from '../../src/domain/quiet-hours.ts';
import { badgeFaults } from '../checkers/oracle.ts';
import { triedOf } from '../checkers/tried.ts';
import type { Device, Tab } from '../devices/device.ts';
import { newsOf } from '../oracle/effects.ts';
import { eastIn, ORACLE_ZONES } from '../oracle/zones.ts';
import { oracleContactOf } from '../oracle/state.ts';
import type { HeardNotice } from '../devices/record.ts';
import { setOnline } from '../faults/connection.ts';
import { drive } from '../time/drive.ts';
import { tabsOf } from '../devices/person.ts';
import { contactIn, firstTabOf } from './people.ts';
import { saidBefore } from './said-before.ts';
import { servedMs } from '../checkers/settled.ts';
import { ANSWER_MS, hasRoom, maySpeak, plainDraft, sends } from './speaking.ts';
import type { World } from '../world/world-type.ts';
import type { WorldPerson } from '../devices/person.ts';

/** Time until all users have received an event, on a fast network. */
const HEARD_MS = 1_500;
/** Time until a long chat has been read: page by page, and one mark a second. */
const READ_MS = 8_000;

/** The sender, the chat, and the users to be notified. */
interface Talk {
  readonly world: World;
  readonly chat: string;
  readonly author: WorldPerson;
  readonly hearer: WorldPerson;
  said: number;
}

/**
 * Sends messages one after another, and checks what each device does: notifies once per browser for any
 * number of tabs, never for own messages or muted chats, and without text for a chat on screen (SIM-20).
 */
export async function probes(world: World): Promise<readonly string[]> {
  await saidBefore(world);
  const talk = await talkIn(world);
  if (talk === null) return [];
  const { hearer, chat } = talk;
  const tabs = tabsOf(hearer);
  const id = contactIn(hearer, chat);
  const [first] = tabs;
  if (!first) return [];
  const faults: string[] = [];
  const step = async (what: string, ready: () => void): Promise<void> => {
    ready();
    await world.clock.advance(HEARD_MS);
    faults.push(...(await says(talk)).map((text) => `${what}: ${text}`));
  };
  const looks = (open: ContactId | null, visible: boolean) => (): void => {
    for (const tab of tabs) tab.client.actions.openChat(open);
    for (const tab of tabs) tab.page.setVisible(visible);
  };
  await step('a line', looks(null, true));
  await step('muted', () => void first.client.actions.setNotice(id, false));
  await step('for mentions alone', () => void first.client.actions.setNotice(id, 'mentions'));
  await step('in quiet hours', () => void first.client.actions.keepQuietHours(quietHours(world)));
  await step(
    'quiet hours, ended for once',
    () =>
      void first.client.actions.keepQuietHours({
        ...quietHours(world),
        offUntilMs: Math.ceil(world.clock.nowMs()) + HOUR_MS,
      }),
  );
  void first.client.actions.keepQuietHours(null);
  await step('put away', () => void first.client.actions.archiveChat(id, true));
  void first.client.actions.archiveChat(id, false);
  await step('heard again', () => void first.client.actions.setNotice(id, true));
  looks(id, true)();
  await world.clock.advance(READ_MS);
  await step('before their eyes', () => undefined);
  await step('in a hidden page', looks(id, false));
  looks(null, true)();
  await step(
    'muted for a while',
    () => void first.client.actions.setNotice(id, alertOf('none', servedMs(world) + HEARD_MS + 4_000)),
  );
  await world.clock.advance(7_000);
  await step(
    'the while is over',
    () =>
      void (
        triedOf(world).oracle.seat(hearer.id, chat)?.notified === false &&
        faults.push('the while is over, and the chat is still muted')
      ),
  );
  faults.push(...(await away(talk)));
  return faults;
}

/** Quiet hours from an hour ago until in an hour, in a random zone. */
export function quietHours({ clock, around }: World): QuietHours {
  const zone = around.chance.fork('quiet').pick(['', ...ORACLE_ZONES]);
  const east = zone === '' ? 0 : eastIn(zone, clock.nowMs());
  const minute = (Math.floor(clock.nowMs() / 60_000) + east + DAY_MIN) % DAY_MIN;
  const from = (minute + DAY_MIN - 60) % DAY_MIN;
  return {
    from,
    till: (minute + 60) % DAY_MIN,
    ...(zone !== '' && { zone }),
    east: 0,
    toMe: true,
    offUntilMs: 0,
  };
}
const HOUR_MS = 3_600_000;

/** The chat with the most members in which one user may write to another. */
async function talkIn(world: World): Promise<Talk | null> {
  const { oracle } = triedOf(world);
  const chats = [...oracle.chats.keys()].toSorted(
    (a, b) => oracle.present(b).length - oracle.present(a).length,
  );
  for (const chat of chats) {
    const there = world.people.filter(
      (person) => oracle.seat(person.id, chat) && firstTabOf(person) !== null,
    );
    if (there.length < 2) continue;
    for (const author of there) {
      const hearer = there.find((person) => person !== author);
      if (hearer && maySpeak(world, author, chat) && (await hasRoom(world, author)))
        return { world, chat, author, hearer, said: 0 };
    }
  }
  return null;
}

async function speak({ world, author, chat }: Talk, text: string): Promise<void> {
  const tab = firstTabOf(author);
  if (tab) await sends(world, { person: author, tab }, chat, plainDraft(text));
  await world.clock.advance(HEARD_MS);
}

/** Repeats of a message if an earlier event came between: an unfinished file, a call. */
const TRIES = 3;

/** Sends a line, and checks the effect on every device. */
async function says(talk: Talk, tries = TRIES): Promise<readonly string[]> {
  const { world, chat } = talk;
  talk.said += 1;
  const before = world.record.heard.length;
  const open = new Set(world.tabs().filter((tab) => isBefore(tab, chat, ownerOf(world, tab))));
  await speak(talk, `p${talk.said}.0`);
  const heard = world.record.heard.slice(before);
  const { oracle } = triedOf(world);
  const lines = oracle.chats.get(chat)?.lines ?? [];
  const line = lines.at(-1);
  if (line?.words !== `p${talk.said}.0`) {
    if (!lines.some(({ words }) => words === `p${talk.said}.0`)) return [`p${talk.said}.0 was not said`];
    return tries > 1 ? says(talk, tries - 1) : [];
  }
  return world.people.flatMap((person) => [
    ...person.devices.flatMap((device) => {
      const seen = device.tabs.filter((tab) => open.has(tab)).length;
      const news = newsOf(oracle, person.id, line, seen === device.tabs.length);
      return deviceFaults(device, heard, {
        sounds: Number(news.sound),
        words: seen > 0 && news.words ? null : news.words ? [line.words] : [],
      });
    }),
    ...tabsOf(person).flatMap((tab) => badgeFaults(oracle, person.id, tab)),
  ]);
}

const ownerOf = (world: World, tab: Tab): number =>
  world.people.find((person) => tabsOf(person).includes(tab))?.id ?? 0;
const isBefore = (tab: Tab, chat: string, me: number): boolean =>
  tab.page.isVisible() && tab.state().open === oracleContactOf(me, chat);

const wordsOf = (preview: Preview): string => ('text' in preview ? (preview.text ?? '') : '');

/** `words` null: any tab may have notified, or none. */
function deviceFaults(
  device: Device,
  heard: readonly HeardNotice[],
  wanted: { readonly sounds: number; readonly words: readonly string[] | null },
): readonly string[] {
  const mine = heard.filter(({ tab }) => device.tabs.includes(tab)).map(({ notice }) => notice);
  const sounds = mine.filter(({ kind }) => kind === 'sound').length;
  const words = mine.flatMap((notice) => (notice.kind === 'arrived' ? [wordsOf(notice.preview)] : []));
  return [
    ...(sounds === wanted.sounds
      ? []
      : [`${device.name} made ${sounds} sounds, ${wanted.sounds} belong there`]),
    ...(wanted.words === null || words.join() === wanted.words.join()
      ? []
      : [`${device.name} told [${words.join()}], it should be [${wanted.words.join()}]`]),
  ];
}

/**
 * Two messages while a device is away, and one recalled: one sound, for the newest that remains; none if the
 * user may not be notified, or read them on another device in the meantime.
 */
async function away(talk: Talk): Promise<readonly string[]> {
  const { world, hearer, author, chat } = talk;
  const [device] = hearer.devices;
  const tab = firstTabOf(author);
  if (!device || !tab) return [];
  setOnline(device, false);
  await speak(talk, 'p50.0');
  await speak(talk, 'p51.0');
  await speak(talk, 'p52.0');
  const last = triedOf(world).oracle.chats.get(chat)?.lines.at(-1);
  if (last?.words === 'p52.0')
    await drive(world.clock, tab.client.actions.recall(last.id as MessageId), ANSWER_MS);
  await world.clock.advance(HEARD_MS);
  const isRead = await readElsewhere(talk);
  const before = world.record.heard.length;
  setOnline(device, true);
  await world.clock.advance(12_000);
  const { blocked } = triedOf(world).oracle;
  const isUnheard = isRead || blocked.only(chat, author.id) !== null || blocked.has(hearer.id, author.id);
  const wanted = isUnheard ? { sounds: 0, words: [] } : { sounds: 1, words: ['p51.0'] };
  return deviceFaults(device, world.record.heard.slice(before), wanted).map((text) => `back again: ${text}`);
}

/** On the second device, mostly; whether that came to be. */
async function readElsewhere({ world, hearer, chat }: Talk): Promise<boolean> {
  const tab = hearer.devices[1]?.tabs[0];
  if (!tab || !world.around.chance.fork('read elsewhere').happens(0.7)) return false;
  tab.page.setVisible(true);
  tab.client.actions.openChat(contactIn(hearer, chat));
  await world.clock.advance(READ_MS);
  tab.client.actions.openChat(null);
  const { oracle } = triedOf(world);
  const lines = oracle.chats.get(chat)?.lines.length ?? 0;
  return (oracle.seat(hearer.id, chat)?.readTo ?? 0) >= lines;
}
