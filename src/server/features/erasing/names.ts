import type { UserId } from '../../../domain/ids.ts';
import type { EventNote } from '../../../domain/message.ts';
import type { NamingRow } from '../../../ports/store.ts';

/** The user's replacement name. */
export interface NoName {
  readonly user: UserId;
  readonly realname: string;
  readonly avatar: string;
}

/** The row without the name of that person; null where it does not name them. */
export function unnamed(row: NamingRow, to: NoName): NamingRow | null {
  const [extra, note] = [row.extra && replaceNames(row.extra, to), row.note && ofNote(row.note, to)];
  const isSame = JSON.stringify([extra, note]) === JSON.stringify([row.extra, row.note]);
  return isSame ? null : { ...row, extra: extra as NamingRow['extra'], note };
}

function ofNote(note: EventNote, { user, realname }: NoName): EventNote {
  const renamed = 'by' in note && note.by === user ? { ...note, name: realname } : note;
  return 'users' in renamed
    ? { ...renamed, names: renamed.names.map((name, at) => (renamed.users[at] === user ? realname : name)) }
    : renamed;
}

const NAMES = ['displayName', 'realname', 'name'] as const;

/** Replaces names beside the user's id in cards, quotes and other values, at any depth. */
function replaceNames(value: unknown, to: NoName): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceNames(one, to));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, replaceNames(one, to)] as const);
  const made: Record<string, unknown> = Object.fromEntries(entries);
  if (made['id'] !== to.user && made['user_id'] !== to.user) return made;
  for (const name of NAMES) if (typeof made[name] === 'string') made[name] = to.realname;
  if (typeof made['avatar'] === 'string') made['avatar'] = to.avatar;
  return made;
}
