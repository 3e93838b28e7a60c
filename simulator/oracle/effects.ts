import type { Oracle } from './oracle.ts';
import { expectedList } from './shown.ts';

/** Returns why a mute may not end automatically at this moment; null: it is over. */
export function quietBecause(
  oracle: Oracle,
  { person, chat }: { readonly person: number; readonly chat: string },
): string | null {
  const until = oracle.seat(person, chat)?.quietUntilMs ?? null;
  if (until === null) return 'nobody said for how long';
  return until <= oracle.nowMs ? null : `it is quiet until ${until}`;
}

/** The numbers in the title, on the icon and on the tabs of the app. */
export interface ExpectedBadge {
  readonly unread: number;
  readonly mentions: number;
  readonly system: number;
}

/** Muted chats do not count, but mentions in them do. */
export function badgeOf(oracle: Oracle, me: number): ExpectedBadge {
  const rows = expectedList(oracle, me);
  return {
    unread: rows.reduce((sum, row) => sum + (row.notified && row.last ? row.unread : 0), 0),
    mentions: rows.reduce((sum, row) => sum + row.mentions, 0),
    system: [...oracle.applications.values()].filter(({ by, to }) => to === me && !oracle.blocked.has(me, by))
      .length,
  };
}
