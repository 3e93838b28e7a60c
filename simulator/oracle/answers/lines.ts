import { ROLE } from '../actions.ts';
import { countReactions, namesFor } from '../blocked.ts';
import type { Oracle } from '../oracle.ts';
import { markedWords, listedWords } from '../rich.ts';
import { expectedMayRead, expectedReadMark } from '../shown.ts';
import { partners } from '../state.ts';
import type { OracleLine } from '../state.ts';
import { answersTo } from '../threads.ts';
import { nameFor } from './people.ts';
import type { Recorded } from './recorded.ts';

/** The reader, and whether they use our client: others receive less. */
interface Reader {
  readonly me: number;
  readonly ours: boolean;
}

/** A line as it is answered; undefined: the oracle does not know. */
export function expectedLine(oracle: Oracle, recorded: Recorded, { me, ours }: Reader, line: OracleLine) {
  const { n, row, id, by, sentAtMs, recalled, kind, chat } = line;
  const whoever = chat === 'notice' || recorded.isEnding(oracle, by);
  const common = {
    n,
    row,
    // System lines have ids that the server made.
    id: id === '' ? undefined : id,
    by,
    displayName: whoever ? undefined : authorName(oracle, me, line),
    sentAtMs,
    type: recalled ? 'event' : kind,
    // A user of an older client is told so only for their own messages.
    isRecalled: recalled && (ours || by === me),
    edits: recalled ? 0 : recorded.editsOf(row),
    quotes: line.quotes?.row ?? null,
    quote: quoteOf(oracle, me, line),
    role: oracle.chats.get(chat)?.group ? (oracle.seat(by, chat)?.role ?? ROLE.member) : ROLE.member,
    isRead: isRead(oracle, me, line),
  };
  const words = kind === 'text' && !recalled ? (ours ? line.words : markedWords(line)) : undefined;
  if (!ours) {
    // A caption makes it a text.
    const type = ['image', 'video', 'file'].includes(kind) ? undefined : common.type;
    return { ...common, type, words };
  }
  return {
    ...common,
    words,
    at: recalled ? [] : namesFor(line, me),
    root: line.root,
    answers: recalled ? 0 : answersTo(oracle, me, line),
    reactions: countReactions(oracle, me, line),
    mine: [...line.reactions]
      .filter(([, people]) => people.includes(me))
      .map(([emoji]) => emoji)
      .toSorted(),
    poll: line.poll && pollOf(line.poll, me),
    card: line.card,
  };
}

/** The reader's own name for the partner in a one-to-one chat; in a group all read the same name. */
const authorName = (oracle: Oracle, me: number, { chat, by }: OracleLine): string =>
  partners(chat) && by !== me ? nameFor(oracle, me, by) : (oracle.people.get(by)?.name ?? '');

/** The quoted author, and the present text. */
function quoteOf(oracle: Oracle, me: number, { quotes, quoted }: OracleLine) {
  if (quotes === null) return null;
  if (quotes.recalled || !expectedMayRead(oracle, me, quotes)) return { name: '', words: '' };
  return { name: quoted, words: quotes.kind === 'text' ? headed(listedWords(quotes)) : undefined };
}

/** The heading of a group announcement is a separate line. */
const headed = (words: string): string => words.replace(/^<h3>(.*?)<\/h3>/, '$1\n');

/**
 * Read state: for others' lines the reader's own mark; for own lines the partner's receipt, which a group
 * lacks.
 */
function isRead(oracle: Oracle, me: number, { chat, by, n }: OracleLine): boolean {
  if (by !== me) return chat !== 'notice' && n <= (oracle.seat(me, chat)?.readTo ?? 0);
  return partners(chat) === null || n <= expectedReadMark(oracle, me, chat);
}

function pollOf({ options, votes, ended }: NonNullable<OracleLine['poll']>, me: number) {
  const all = [...votes.values()];
  return {
    counts: options.map((_, at) => all.filter((one) => one.includes(at)).length),
    voters: all.length,
    mine: votes.get(me) ?? [],
    ended,
  };
}
