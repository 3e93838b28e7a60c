import type { Oracle } from '../oracle.ts';
import { privacyIn } from '../privacy.ts';
import { expectedMayRead } from '../shown.ts';
import { oracleContactOf } from '../state.ts';
import type { OracleLine } from '../state.ts';
import { nameFor } from './people.ts';

/** A user, by the name the asker sees. */
interface NamedUser {
  readonly id: number;
  readonly displayName: string;
}

const namesOf = (oracle: Oracle, me: number, people: readonly number[]): readonly NamedUser[] =>
  people.toSorted((a, b) => a - b).map((id) => ({ id, displayName: nameFor(oracle, me, id) }));

/** Finds a readable message by its id or row. */
export function lineFor(oracle: Oracle, me: number, of: { id: string } | { row: number }): OracleLine | null {
  const match =
    'row' in of
      ? oracle.lines.get(of.row)
      : [...oracle.lines.values()].find(({ id }) => id !== '' && id === of.id);
  return match && expectedMayRead(oracle, me, match) && !match.recalled ? match : null;
}

/** The users behind each reaction of a message. */
export function expectedReactions(oracle: Oracle, me: number, { reactions }: OracleLine) {
  const rows = [...reactions].map(([emoji, people]) => ({ emoji, people: namesOf(oracle, me, people) }));
  return { rows: rows.toSorted(byEmoji), count: rows.reduce((sum, { people }) => sum + people.length, 0) };
}

export const byEmoji = (a: { readonly emoji: string }, b: { readonly emoji: string }): number =>
  a.emoji < b.emoji ? -1 : 1;

/** The users who chose an option. */
export function expectedVoters(oracle: Oracle, me: number, { poll }: OracleLine, option: number) {
  if (poll === null) return null;
  const people = [...poll.votes].filter(([, choices]) => choices.includes(option)).map(([id]) => id);
  return { people: namesOf(oracle, me, people), count: people.length };
}

/** The members who have read the user's own group message, among those present who share read receipts. */
export function expectedReaders(oracle: Oracle, me: number, { chat, n, by }: OracleLine) {
  if (by !== me || !oracle.chats.get(chat)?.group) return null;
  const telling = oracle
    .present(chat)
    .filter((id) => id !== me && privacyIn(oracle, id).read && (oracle.seat(id, chat)?.since ?? n) < n);
  const readers = telling.filter((id) => (oracle.seat(id, chat)?.readTo ?? 0) >= n);
  return { people: namesOf(oracle, me, readers), count: telling.length };
}

export const expectedPlace = (me: number, { chat, n }: OracleLine) => ({
  contact: oracleContactOf(me, chat),
  n,
});

/** The operator's last announcement. */
export function expectedNotice(oracle: Oracle) {
  const last = oracle.chats.get('notice')?.lines.findLast(({ isDeleted }) => !isDeleted);
  const [, title = '', notice = ''] = /^<h3>(.*?)<\/h3>(.*)$/s.exec(last?.words ?? '') ?? [];
  return last ? { title, notice, sentSec: Math.floor(last.sentAtMs / 1_000) } : { title, sentSec: 0 };
}
