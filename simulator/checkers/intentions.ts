import type { Pressed } from '../devices/record.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { chatOf } from '../oracle/state.ts';
import type { Seat } from '../oracle/state.ts';
import { wasRefused } from '../recorder/body.ts';
import type { World } from '../world/world-type.ts';
import type { Checker } from './checker.ts';
import { reviewOf } from './reviewed.ts';

/** The call that sends each pending change to a server. */
const CALLS: Readonly<Record<string, string>> = {
  top: 'setchattop',
  notice: 'isnotice',
  archive: 'archivechat',
  hide: 'delchat',
  mentionsRead: 'readatmsg',
};

/**
 * The user's last press takes effect, in a tab that still exists and whose login continued (SEND-12, SIM-21):
 * pins, mutes and archiving have the value of the last press, chats were hidden, mentions were read, read
 * marks stay, and discarded, cancelled or recalled messages exist nowhere. Only a refusal or leaving the chat
 * cancels it.
 */
export const intentionsChecker: Checker = {
  name: 'the last change counts',
  end: (world) => {
    const { oracle } = reviewOf(world);
    const alive = new Set(world.tabs());
    const relevant = world.record.presses.filter(
      ({ tab, atMs }) => alive.has(tab) && atMs > (world.record.signedOutMs.get(tab) ?? -1),
    );
    return [...lastOf(relevant).values()].flatMap((one) =>
      fulfilled(world, oracle, one) ? [] : [pressText(one, world)],
    );
  },
};

const keyOf = ({ tab, register, of }: Pressed): string => `${tab.name} ${register} ${of}`;
const pressText = ({ tab, register, of, value, atMs }: Pressed, world: World): string =>
  `${tab.name} pressed ${register} ${String(value)} for ${of}, ${Math.round((world.clock.elapsedMs() - atMs) / 1_000)} s ago, and it is not so`;

const lastOf = (presses: readonly Pressed[]): ReadonlyMap<string, Pressed> =>
  new Map(presses.map((one) => [keyOf(one), one]));

function fulfilled(world: World, oracle: Oracle, one: Pressed): boolean {
  const { register, of, value, person } = one;
  if (register === 'discard') return !isWaiting(one) && isNowhere(world, oracle, one);
  if (register === 'cancel') return isCancelled(world, one);
  if (register === 'recall')
    return (
      value === false || isPressedElsewhere(world, one) || (!isWaiting(one) && isNowhere(world, oracle, one))
    );
  const chat = chatOf(person, of);
  const seat = chat === null ? null : oracle.seat(person, chat);
  // A user who left and returned starts fresh: the press applied to the membership the tab knew.
  if (chat === null || seat === null || cameBack(world, one, chat)) return true;
  if (register === 'read') return seat.readTo >= Number(value);
  if (refused(world, one, chat)) return true;
  const wasDone = world.recorder.ran
    .slice(one.at)
    .some(
      ({ state, events }) =>
        state === 'kept' &&
        events.some(
          ({ stream, facts }) =>
            stream === `u${person}` &&
            ((register === 'hide' && facts.kind === 'hide' && facts.of === chat) ||
              (register === 'mentionsRead' && facts.kind === 'mentionMark' && facts.of === chat)),
        ),
    );
  if (register === 'hide') return wasDone || seat.hiddenTo >= Number(value);
  if (register === 'mentionsRead') return wasDone || seat.mentionsReadTo >= Number(value);
  const now =
    register === 'top' ? seat.pinned : register === 'archive' ? seat.archived : soundOf(seat, value);
  return now === value || isPressedElsewhere(world, one) || isSentTwice(world, one, chat);
}

/** The notification level as the press named it; a timed mute has ended, or is still pending. */
function soundOf({ notified, atOnly, quietUntilMs }: Seat, value: Pressed['value']): Pressed['value'] {
  if (notified) return String(value).includes(':') ? value : true;
  if (quietUntilMs !== null) return `${atOnly ? 'mentions' : 'none'}:${quietUntilMs}`;
  return atOnly ? 'mentions' : false;
}

const isWaiting = ({ tab, of }: Pressed): boolean =>
  [...tab.state().outbox.values()].flat().some((item) => item.message.id === of);

/** Never sent, or recalled since, unless a server refused that. */
export function isNowhere(
  { recorder }: World,
  oracle: Oracle,
  { of, person, at }: Pick<Pressed, 'of' | 'person' | 'at'>,
): boolean {
  const line = [...oracle.lines.values()].find(({ id }) => id === of);
  if (line === undefined || line.recalled || line.isDeleted || oracle.seat(person, line.chat) === null)
    return true;
  return recorder.requests.some(
    (one) =>
      one.user === person &&
      one.call === 'undomessage' &&
      one.until !== null &&
      one.until >= at &&
      wasRefused(one) &&
      one.body?.includes(of),
  );
}

/** Time within which a request that was sent has reached a server. */
const UNDER_WAY_MS = 60_000;

/** None of the user's pages shows it, or has sent it since; earlier sends may have arrived. */
export const isCancelled = ({ recorder }: World, { tab, of, person, atMs }: Pressed): boolean =>
  tab.client.uploads.get().every(({ id }) => id !== of) &&
  recorder.requests.every(
    (one) =>
      one.isCopy ||
      one.user !== person ||
      one.call !== 'uploadfile' ||
      one.cameMs <= atMs + UNDER_WAY_MS ||
      !(one.body?.includes(of) ?? false),
  );

const cameBack = ({ recorder }: World, { person, selfSeq }: Pressed, chat: string): boolean =>
  recorder.ran.some(
    ({ state, events }) =>
      state === 'kept' &&
      events.some(
        ({ stream, seq, facts }) =>
          stream === `u${person}` && seq > selfSeq && facts.kind === 'joined' && facts.of === chat,
      ),
  );

function refused({ recorder }: World, { register, person, at }: Pressed, chat: string): boolean {
  return recorder.requests.some(
    (one) =>
      one.user === person &&
      one.call === CALLS[register] &&
      one.until !== null &&
      one.until >= at &&
      (one.answer?.code ?? 0) !== 0 &&
      one.body !== null &&
      isAbout(one.body, person, chat),
  );
}

const isAbout = (body: string, person: number, chat: string): boolean => {
  const { id, toContactId } = JSON.parse(body) as {
    readonly id?: string | number;
    readonly toContactId?: string | number;
  };
  return chatOf(person, String(id ?? toContactId ?? '')) === chat;
};

/** The order of arrival at a server decides which of two devices was last. */
const isPressedElsewhere = ({ record }: World, { person, register, of, tab, value }: Pressed): boolean =>
  [...record.presses.filter((one) => one.tab !== tab), ...record.plainPresses].some(
    (one) => one.person === person && one.register === register && one.of === of && one.value !== value,
  );

/** The network repeated an older request, after the newer one. */
const isSentTwice = ({ recorder }: World, { register, person }: Pressed, chat: string): boolean =>
  recorder.requests.some(
    (one) =>
      one.isCopy &&
      one.user === person &&
      one.call === CALLS[register] &&
      one.body !== null &&
      isAbout(one.body, person, chat),
  );
