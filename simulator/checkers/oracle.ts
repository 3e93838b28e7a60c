import type { Checker } from './checker.ts';
import { besideFaults } from './names.ts';
import { reviewOf } from './reviewed.ts';
import { accountsOf } from '../world/world-type.ts';
import type { Tab } from '../devices/device.ts';
import { countReactions, isLineFor, namesFor } from '../oracle/blocked.ts';
import { badgeOf } from '../oracle/effects.ts';
import { plainEmoji } from '../oracle/reacting.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { POLL_LABEL, pollShown, pollStands } from '../oracle/polls.ts';
import { listedWords } from '../oracle/rich.ts';
import { expectedArchive, expectedList, expectedMayRead } from '../oracle/shown.ts';
import type { ExpectedRow } from '../oracle/shown.ts';
import { chatOf } from '../oracle/state.ts';
import type { OracleLine } from '../oracle/state.ts';
import { answersTo, expectedFollows, expectedThread } from '../oracle/threads.ts';
import { messagesOf } from '../../src/client/state/chat-selectors.ts';
import { messagePinsOf } from '../../src/client/state/message-pin-selectors.ts';
import { previewOf, rows, totals } from '../../src/client/state/selectors.ts';
import type { Contact, State } from '../../src/client/state/state.ts';
import { firstOf, followsThread } from '../../src/client/state/thread-selectors.ts';
import type { ContactId } from '../../src/domain/ids.ts';
import type { Message, Reactions } from '../../src/domain/message.ts';
import { NO_TALLY, pollOf } from '../../src/domain/poll.ts';
import type { PollTally } from '../../src/domain/poll.ts';

/** Every screen matches the oracle, and every request was decided as it would decide (SIM-12). */
export const oracleChecker: Checker = {
  name: 'the oracle agrees',
  end: (world) => {
    const review = reviewOf(world);
    const { oracle: judge, faults } = review;
    const differences = [...faults];
    for (const person of accountsOf(world)) {
      const expected = listWanted(judge, person.id);
      for (const tab of person.devices.flatMap((device) => device.tabs)) {
        const actual = listTexts(tab.state());
        for (const [at, line] of expected.entries())
          if (actual[at] !== line)
            differences.push(
              `${tab.name}, row ${at}: shows ${actual[at] ?? 'nothing'}, the oracle says ${line}`,
            );
        differences.push(...windowFaults(judge, person.id, tab));
        differences.push(...pinFaults(judge, person.id, tab));
        differences.push(...threadFaults(judge, person.id, tab));
        differences.push(...besideFaults(review, person.id, tab));
        differences.push(...badgeFaults(judge, person.id, tab));
        if (actual.length > expected.length)
          differences.push(
            `${tab.name} shows ${actual.slice(expected.length).join('; ')}, which the oracle does not know`,
          );
      }
    }
    return differences;
  },
};

/** The list that a person must see, row by row, and the archive under it. */
const listWanted = (judge: Oracle, me: number): readonly string[] => [
  ...expectedList(judge, me).map(lineOf),
  ...expectedArchive(judge, me).map(archivedLine),
];

const archivedLine = (row: ExpectedRow): string => `archived ${lineOf(row)}`;

const flags = ({ pinned, notified, marked }: Pick<ExpectedRow, 'pinned' | 'notified' | 'marked'>): string =>
  `${pinned ? ' pinned' : ''}${notified ? '' : ' quiet'}${markText(marked)}`;

/** The manual unread mark, and the message it starts at. */
const markText = (marked: boolean | number): string =>
  typeof marked === 'number' ? ` marked from ${marked}` : marked ? ' marked' : '';

const lineOf = ({ contact, title, pinned, notified, unread, mentions, marked, last }: ExpectedRow): string =>
  `${contact} "${title}"${flags({ pinned, notified, marked })} unread ${unread} mentions ${mentions}: ${last ? `${last.n} ${last.kind} ${last.note ?? plain(last.words)}` : 'nothing'}`;

/** Words without the characters that make them look like something. */
const plain = (words: string): string =>
  words
    .replaceAll(/<[^>]*>|\s+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The head of a notice is drawn right behind the name; signs that were typed are words like others. */
const quoteOf = (name: string, words: string): string => plain(`${name}：${words.replace(/^<h3>/, '')}`);

/**
 * Checks each line of a chat from the first shown to the last, or to the newest message if the window reaches
 * it: author, text, mentions and quote.
 */
function windowFaults(judge: Oracle, me: number, tab: Tab): readonly string[] {
  const faults: string[] = [];
  for (const conversation of tab.state().conversations.values()) {
    const messages = linesOf(tab.state(), conversation.id);
    const first = messages[0]?.n ?? null;
    const name = chatOf(me, conversation.id);
    if (first === null || name === null || (name !== `u${me}` && !judge.seat(me, name))) continue;
    const last = conversation.live ? Infinity : (messages.at(-1)?.n ?? 0);
    const expected = (judge.chats.get(name)?.lines ?? []).filter(
      (line) => line.n >= first && line.n <= last && !line.isDeleted && isLineFor(line, me),
    );
    const mine = messages.map((message, at) => lineShown(message, expected[at]?.quotes ?? null));
    const theirs = expected.map((line) => lineSaid(judge, me, line));
    const at = theirs.findIndex((line, index) => line !== mine[index]);
    if (at >= 0)
      faults.push(
        `${tab.name}, ${conversation.id}: shows ${mine[at] ?? 'nothing'}, the oracle says ${theirs[at]}`,
      );
    else if (mine.length > theirs.length)
      faults.push(
        `${tab.name}, ${conversation.id}: shows ${mine[theirs.length]}, which the oracle does not know`,
      );
  }
  return faults;
}

/** Compares the pins of each chat whose list this tab has, in order. */
function pinFaults(judge: Oracle, me: number, tab: Tab): readonly string[] {
  const state = tab.state();
  return [...state.conversations.values()].flatMap(({ id, pins }) => {
    const name = chatOf(me, id);
    if (pins?.list === undefined || name === null || !judge.seat(me, name)) return [];
    const expected = (judge.chats.get(name)?.pinned ?? []).filter((row) => {
      const line = judge.lines.get(row);
      return line !== undefined && expectedMayRead(judge, me, line);
    });
    const visiblePins = messagePinsOf(state, id);
    const actual = visiblePins.map(({ msgId }) => Number(msgId));
    // A pin loads its message again when an edit is known (PINS-1).
    const messages = (state.conversations.get(id)?.chunks ?? []).flat();
    const older = visiblePins.filter(
      (pin) => pin.rev < (messages.find((message) => message.id === pin.id)?.rev ?? 0),
    );
    return [
      ...older.map((pin) => `${tab.name}, ${id}: the pin of ${pin.msgId} is older than its last edit`),
      ...(actual.join() === expected.join()
        ? []
        : [`${tab.name}, ${id}: has pinned [${actual.join()}], the oracle says [${expected.join()}]`]),
    ];
  });
}

const NONE: State['outbox'] = new Map();

/** A quoted file shows the name that the server assigned. */
const lineShown = (
  { n, from, type, content, extra, at, quote, note, recalled, reactions, poll, root, replies, link }: Message,
  quoted: OracleLine | null,
): string =>
  `${n} by ${from.id}: ${recalled ? 'recalled' : `${type} ${note?.note ?? (type === 'text' ? content : '')}${type === 'text' && extra?.['format'] === 'md' ? ' with marks' : ''}`} @${at.join()} > ${quoteShown(plain(quote?.content ?? ''), quoted)}${reactionsShown(reactions?.counts ?? [], reactions?.mine ?? [])}${recalled ? '' : pollOfMessage(extra, poll) + threadShown(root ?? null, replies?.count ?? 0)}${cardShown(link?.title ?? null)}`;

const cardShown = (card: string | null): string => (card === null ? '' : ` with the card <${card}>`);

/** A message without a question has no poll state. */
function pollOfMessage(extra: Message['extra'], poll: PollTally = NO_TALLY): string {
  const options = pollOf(extra)?.options;
  if (options === undefined) return '';
  const { counts, voters, mine, closed } = poll;
  return pollShown(
    options.map((_, at) => counts[at] ?? 0),
    { voters, mine, ended: closed },
  );
}

/** The line whose thread it answers in, and how many answers it has itself. */
const threadShown = (root: number | null, count: number): string =>
  `${root === null ? '' : ` in ${root}`}${count === 0 ? '' : ` answered ${count}`}`;

/** Emoji in order with their counts, and a star at the viewer's own. */
const reactionsShown = (counts: Reactions['counts'], mine: readonly string[]): string =>
  counts
    .map(
      ([emoji, count]) =>
        ` ${plainEmoji(emoji)}${count}${mine.map(plainEmoji).includes(plainEmoji(emoji)) ? '*' : ''}`,
    )
    .join('');

const quoteShown = (words: string, quoted: OracleLine | null): string =>
  quoted && quoted.words === '' ? words.replace(/：.*$/, '：') : words;

const pollAndThread = (judge: Oracle, me: number, line: OracleLine): string => {
  const { poll, root, recalled } = line;
  const answers = recalled ? 0 : answersTo(judge, me, line);
  return `${poll === null ? '' : pollStands(poll, me)}${threadShown(root, answers)}`;
};

const lineSaid = (judge: Oracle, me: number, line: OracleLine): string => {
  const { n, by, kind, note, words, marked, recalled, quotes, quoted, reactions, card } = line;
  return `${n} by ${by}: ${recalled ? 'recalled' : `${kind} ${note ?? (kind === 'text' ? words : '')}${marked ? ' with marks' : ''}`} @${namesFor(line, me).join()} > ${quotes && expectedMayRead(judge, me, quotes) && !quotes.recalled ? quoteOf(quoted, listedWords(quotes)) : ''}${reactionsShown(
    countReactions(judge, me, line),
    [...reactions].filter(([, people]) => people.includes(me)).map(([emoji]) => emoji),
  )}${pollAndThread(judge, me, line)}${cardShown(card)}`;
};

/** The numbers in the title, on the icon and on the tabs of the app (LIST-3). */
function badgeFaults(judge: Oracle, me: number, tab: Tab): readonly string[] {
  const { unread, mentions, system } = totals(tab.state());
  const [actual, expected] = [
    JSON.stringify({ unread, mentions, system }),
    JSON.stringify(badgeOf(judge, me)),
  ];
  return actual === expected ? [] : [`${tab.name} has the numbers ${actual}, the oracle ${expected}`];
}

/** Every open chat, line by line. */
export const windowTexts = (state: State): ReadonlyMap<string, string> =>
  new Map(
    [...state.conversations.values()]
      .filter(({ live, size }) => live && size > 0)
      .map(({ id }) => [
        id,
        linesOf(state, id)
          .map((message) => lineShown(message, null))
          .join('\n'),
      ]),
  );

const linesOf = (state: State, id: ContactId): readonly Message[] =>
  messagesOf({ ...state, outbox: NONE }, id).flatMap((item) =>
    item.kind === 'message' ? [item.message] : [],
  );

/** The list as React draws it, and the archive. */
export const listTexts = (state: State): readonly string[] => [
  ...rows(state).map((one) => lineOf(rowShown(one))),
  ...rows(state, 'archived').map((one) => archivedLine(rowShown(one))),
];

function rowShown(one: Contact): ExpectedRow {
  const preview = previewOf(one.last);
  const prefix = preview.kind === 'label' && preview.type === 'poll' ? POLL_LABEL + (preview.text ?? '') : '';
  const words = preview.kind === 'text' ? preview.text : prefix;
  const note = preview.kind === 'note' ? preview.note.note : null;
  const last = one.last && { n: one.last.n ?? 0, kind: one.last.type, words, note };
  const title = one.kind === 'favourites' || one.kind === 'notice' ? '' : one.displayName;
  return {
    contact: one.id,
    title,
    pinned: one.isTop,
    notified: one.isNotice,
    unread: one.unread,
    mentions: one.mentions,
    marked: one.marked ?? false,
    last,
    atMs: one.lastSentAtMs,
  };
}

/** An open thread matches the oracle, as far as it was loaded. */
function threadFaults(judge: Oracle, me: number, tab: Tab): readonly string[] {
  const state = tab.state();
  return [...state.conversations.values()].flatMap(({ id, thread }) => {
    const name = chatOf(me, id);
    if (!thread?.answers.live || name === null || (name !== `u${me}` && !judge.seat(me, name))) return [];
    const { root, answers } = thread;
    const expected = expectedThread(judge, me, name, root);
    const lines = answers.chunks.flat().filter(({ recalled }) => !recalled);
    const from = answers.complete ? 0 : (lines[0]?.n ?? 0);
    const actual = [firstOf(thread)?.n ?? 'gone', ...lines.map(({ n }) => n)].join();
    const theirs = (expected?.answers ?? []).filter(({ n }) => n >= from).map(({ n }) => n);
    const expectedText = [expected?.first?.n ?? 'gone', ...theirs].join();
    const [follows, shall] = [followsThread(state, id, root), expectedFollows(judge, me, name, root)];
    return [
      ...(actual === expectedText
        ? []
        : [`${tab.name}, ${id}: the thread ${root} shows ${actual}, the oracle says ${expectedText}`]),
      // A deleted thread has no followers.
      ...(expected === null || follows === shall
        ? []
        : [`${tab.name}, ${id}: follows the thread ${root}: ${follows}, the oracle says ${shall}`]),
    ];
  });
}
