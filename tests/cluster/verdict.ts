import { contactId } from '../../src/domain/ids.ts';
import { history } from '../support/http-user.ts';
import type { Caller } from './caller.ts';
import type { Device } from './device.ts';

/** The current faults: missing messages by number, all others as text. */
export interface Verdict {
  readonly lost: number;
  readonly doubled: number;
  readonly leaked: number;
  readonly others: readonly string[];
}

export interface Talker {
  readonly user: Caller;
  readonly device: Device;
}

/** A conversation, its members and its messages. */
export interface Conversation {
  readonly name: string;
  /** Members who write there, each with their own ID of the chat. */
  readonly members: readonly { readonly talker: number; readonly place: string }[];
  /** A user who joins and leaves, and never writes there. */
  readonly guest: number | null;
  readonly said: string[];
  /** Words from times when the guest was not there. */
  readonly secret: Set<string>;
  /** The part that an earlier check found correct: this number of `said`, up to this ordinal. */
  sure: { readonly said: number; readonly n: number };
}

const NONE: Verdict = { lost: 0, doubled: 0, leaked: 0, others: [] };
export const isWell = ({ lost, doubled, leaked, others }: Verdict): boolean =>
  lost + doubled + leaked + others.length === 0;
export const inWords = ({ lost, doubled, leaked }: Verdict): string =>
  `lost ${lost}, doubled ${doubled}, leaked ${leaked}`;

const both = (a: Verdict, b: Verdict): Verdict => ({
  lost: a.lost + b.lost,
  doubled: a.doubled + b.doubled,
  leaked: a.leaked + b.leaked,
  others: [...a.others, ...b.others],
});

/** `whole` checks everything from the beginning, not only changes since the last check. */
export async function look(
  talkers: readonly Talker[],
  conversations: readonly Conversation[],
  whole: boolean,
): Promise<Verdict> {
  const waiting = talkers.reduce((sum, { device }) => sum + device.waiting(), 0);
  if (waiting > 0)
    return {
      ...NONE,
      others: [
        `${waiting} messages have no outcome`,
        ...talkers.filter(({ device }) => device.waiting() > 0).map(({ device }) => device.state()),
      ],
    };
  const behind = conversations.flatMap((conversation) => behindIn(conversation, talkers));
  // Skips the full check for now, because it would slow down the nodes.
  if (behind.length > 0) return { ...NONE, others: behind };
  let verdict = leaks(talkers, conversations);
  // At the same time, because a node that is cut off keeps each request waiting.
  const read = await Promise.all(conversations.map((one) => verdictOf(one, talkers, whole)));
  verdict = read.reduce(both, verdict);
  const refused = talkers.reduce((sum, { device }) => sum + device.refused(), 0);
  return refused === 0 ? verdict : both(verdict, { ...NONE, others: [`${refused} messages were refused`] });
}

/** Devices with fewer messages than another device in the same conversation. */
function behindIn({ name, members }: Conversation, talkers: readonly Talker[]): readonly string[] {
  const counts = members.map(({ talker, place }) => ({
    device: (talkers[talker] as Talker).device,
    count: (talkers[talker] as Talker).device.count(place),
  }));
  const most = Math.max(...counts.map(({ count }) => count));
  return counts
    .filter(({ count }) => count < most)
    .map(({ device, count }) => `${name}: a device is at ${count} of ${most}, ${device.state()}`);
}

/**
 * Checks that every node returns each message once and in one order, and that every device shows exactly
 * that.
 */
async function verdictOf(
  conversation: Conversation,
  talkers: readonly Talker[],
  whole: boolean,
): Promise<Verdict> {
  const { name, members, said } = conversation;
  const from = whole ? { said: 0, n: 0 } : conversation.sure;
  const fresh = said.slice(from.said);
  let verdict = NONE;
  let [order, last]: [string | null, number] = [null, from.n];
  const read = await Promise.all(
    members.map(({ talker, place }) => history((talkers[talker] as Talker).user, place, from.n)),
  );
  for (const [at, all] of read.entries()) {
    const { talker, place } = members[at] as (typeof members)[number];
    const rows = all.filter(({ content }) => content.startsWith('word '));
    const texts = rows.map(({ content }) => content);
    const there = new Set(texts);
    const allNames = new Set(fresh);
    const others: string[] = [];
    const ids = rows.map(({ id }) => id).join(' ');
    order ??= ids;
    if (ids !== order) others.push(`${name}: ${talker} reads another order`);
    last = Math.max(last, all.at(-1)?.n ?? 0);
    const { device } = talkers[talker] as Talker;
    if (device.count(place) < last)
      others.push(`${name}: the device of ${talker} is at ${device.count(place)} of ${last}`);
    others.push(
      ...windowFault(device.window(place), texts).map((fault) => `${name}: the window of ${talker} ${fault}`),
    );
    verdict = both(verdict, {
      lost: fresh.filter((text) => !there.has(text)).length,
      doubled: texts.length - there.size + [...there].filter((text) => !allNames.has(text)).length,
      leaked: 0,
      others,
    });
  }
  if (isWell(verdict)) conversation.sure = { said: said.length, n: last };
  return verdict;
}

/**
 * Checks that a window with the newest message shows the end of the conversation, each text once. Null means
 * that it was not opened since a resync.
 */
function windowFault(window: readonly string[] | null, texts: readonly string[]): readonly string[] {
  const many = Math.min(window?.length ?? 0, texts.length);
  if (window === null || many === 0) return [];
  const [shown, right] = [window.slice(-many), texts.slice(-many)];
  if (new Set(shown).size < many) return ['shows words twice'];
  return shown.join('\n') === right.join('\n')
    ? []
    : [`ends with "${shown.at(-1)}" and not as the conversation does, "${right.at(-1)}"`];
}

/** Connected friends of whom one sees the other as offline. */
export function takenForAway(
  talkers: readonly Talker[],
  conversations: readonly Conversation[],
): readonly string[] {
  const isBound = (at: number): boolean => {
    const line = talkers[at]?.device.client.core.get().connection;
    return line?.name === 'open' && line.bound;
  };
  return conversations
    .filter(({ guest }) => guest === null)
    .flatMap(({ members }) => {
      if (!members.every(({ talker }) => isBound(talker))) return [];
      return members.flatMap(({ talker, place }) => {
        const device = talkers[talker]?.device;
        const other = members.find((one) => one.talker !== talker)?.talker ?? 0;
        const isShown = device?.client.core.get().contacts.get(contactId(place))?.isOnline === true;
        return isShown
          ? []
          : [`${talker} at ${device?.node()} sees ${other} at ${talkers[other]?.device.node()} offline`];
      });
    });
}

/** Checks that no user got text of a conversation of others, or of a time when they were not a member. */
function leaks(talkers: readonly Talker[], conversations: readonly Conversation[]): Verdict {
  let verdict = NONE;
  for (const conversation of conversations) {
    const inside = new Set([
      ...conversation.members.map(({ talker }) => talker),
      ...(conversation.guest === null ? [] : [conversation.guest]),
    ]);
    const begin = `word ${conversation.name} by `;
    for (const [at, { device }] of talkers.entries()) {
      const events = [...device.heard.keys()].filter(
        (text) =>
          text.startsWith(begin) &&
          (!inside.has(at) || (at === conversation.guest && conversation.secret.has(text))),
      );
      if (events.length > 0)
        verdict = both(verdict, {
          ...NONE,
          leaked: events.length,
          others: [`${at} heard ${events.length} words of ${conversation.name}, as "${events[0]}"`],
        });
    }
  }
  return verdict;
}
