import { countsAsOwn } from './blocked.ts';
import type { Oracle } from './oracle.ts';
import type { OracleChat, OracleLine, Seat } from './state.ts';

/** Rows a server must hold for a chat: its lines, and its members with their private state, one text each. */
export function linesKept({ lines }: OracleChat): readonly string[] {
  return lines.filter((line) => !line.isDeleted).map(lineKept);
}

export const lineKept = ({
  chat,
  n,
  row,
  id,
  by,
  kind,
  words,
  marked,
  at,
  apart,
  quotes,
  recalled,
}: Pick<
  OracleLine,
  'chat' | 'n' | 'row' | 'id' | 'by' | 'kind' | 'words' | 'marked' | 'at' | 'apart' | 'recalled'
> & {
  readonly quotes: { readonly row: number } | null;
}): string =>
  `${chat} ${n} (${row}${recalled ? '' : ` ${id}`}) by ${by}: ${recalled ? 'recalled' : kind} ${kind === 'text' ? words : ''}${marked ? ' with marks' : ''} @${[...at, ...apart.map((id) => -id)].join()} > ${quotes?.row ?? ''}`;

export function seatsKept({ name, lines, seats }: OracleChat): readonly string[] {
  return [...seats]
    .filter(([, seat]) => seat.here)
    .map(([person, seat]) => {
      const own = lines.filter((line) => line.n > seat.readTo && countsAsOwn(line, person, seat)).length;
      return seatKept(name, person, { ...seat, own });
    });
}

const notificationText = ({
  notified,
  atOnly,
  quietUntilMs,
}: Pick<Seat, 'notified' | 'atOnly' | 'quietUntilMs'>): string =>
  (notified ? 'heard' : atOnly ? 'mentions heard' : 'quiet') +
  (quietUntilMs === null ? '' : ` until ${quietUntilMs}`);

const archiveText = ({ archived, marked }: Pick<Seat, 'archived' | 'marked'>): string =>
  `${archived ? ' archived,' : ''}${marked ? ` marked${marked === true ? '' : ` from ${marked}`},` : ''}`;

export const seatKept = (
  chat: string,
  person: number,
  seat: Pick<
    Seat,
    | 'role'
    | 'since'
    | 'readTo'
    | 'mentionsReadTo'
    | 'hiddenTo'
    | 'pinned'
    | 'notified'
    | 'atOnly'
    | 'quietUntilMs'
    | 'archived'
    | 'marked'
    | 'mutedUntilSec'
  > & { readonly own: number },
): string =>
  `${person} in ${chat}: role ${seat.role}, since ${seat.since}, read ${seat.readTo} and mentions ${seat.mentionsReadTo}, own ${seat.own}, hidden ${seat.hiddenTo}, ${seat.pinned ? 'pinned' : 'not pinned'}, ${notificationText(seat)},${archiveText(seat)} silent until ${seat.mutedUntilSec}`;

/** Friend requests and friendships, with the names users give each other. */
export function tiesKept(oracle: Oracle): readonly string[] {
  const ties: string[] = [];
  for (const [name, { state, remark }] of oracle.ties()) ties.push(`${name} ${state} "${remark}"`);
  return ties;
}
