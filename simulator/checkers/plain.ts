import type { Oracle } from '../oracle/oracle.ts';
import { withoutCounts } from '../oracle/polls.ts';
import { contractWords, markedWords } from '../oracle/rich.ts';
import { isLineFor } from '../oracle/blocked.ts';
import { expectedMayRead } from '../oracle/shown.ts';
import { oracleContactOf, partners } from '../oracle/state.ts';
import type { OracleChat, OracleLine } from '../oracle/state.ts';
import type { PlainRow } from '../plain/client.ts';
import type { DeviceOfContract } from '../plain/device-of-contract.ts';
import type { Checker } from './checker.ts';
import { reviewOf } from './reviewed.ts';

/**
 * At rest, a client of the base protocol shows what the oracle derives from the contract's rules (SIM-23).
 */
export const plainChecker: Checker = {
  name: 'plain clients show what is so',
  end: (world) =>
    world.plains.flatMap((device) =>
      [...device.faults, ...(device.sure ? viewFaults(reviewOf(world).oracle, device) : [])]
        .slice(0, 5)
        .map((fault) => `${device.name}: ${fault}`),
    ),
};

function viewFaults(judge: Oracle, device: DeviceOfContract): readonly string[] {
  const me = device.person.id;
  const faults: string[] = [];
  const there = new Map<string, OracleChat>();
  // Announcements have a name, a mark and a place of the server's own.
  for (const chat of judge.chats.values())
    if (chat.name !== 'notice' && judge.seat(me, chat.name)) there.set(oracleContactOf(me, chat.name), chat);
  for (const id of device.client.rows.keys())
    if (/^(?:[1-9]\d*|group-\d+)$/.test(id) && !there.has(id))
      faults.push(`shows ${id}, which is none of theirs`);
  for (const [id, chat] of there) {
    const row = device.client.rows.get(id);
    if (row) faults.push(...rowFaults(judge, device, row, chat));
    else faults.push(`does not show ${id}`);
  }
  return [...faults, ...orderFaults(device, there), ...openFaults(judge, device, there)];
}

function rowFaults(
  judge: Oracle,
  { person, bases, client }: DeviceOfContract,
  row: PlainRow,
  chat: OracleChat,
): readonly string[] {
  const seat = judge.seat(person.id, chat.name);
  const faults: string[] = [];
  if (!seat) return faults;
  if (row.pinned !== seat.pinned) faults.push(`${row.id} is ${row.pinned ? '' : 'not '}pinned`);
  if (row.notified !== seat.notified) faults.push(`${row.id} is ${row.notified ? '' : 'not '}notified`);
  const base = bases.get(row.id);
  // The contract does not announce a remark set on another device: the loaded one may remain.
  const titles = chat.group
    ? [chat.group.title]
    : [...titlesOf(judge, person.id, chat), ...(base?.title ? [base.title] : [])];
  if (!titles.includes(row.title))
    faults.push(`${row.id} is called ${row.title}, not ${titles.join(' or ')}`);
  // The contract does not report that a chat was hidden, which then returns only with its next message.
  if (seat.hiddenTo > 0) return faults;
  if (base && client.open?.id !== row.id)
    faults.push(...countFaults(row, base.unread, newTo(person.id, chat, base.n)));
  const last = chat.lines.findLast((line) => isLineFor(line, person.id));
  if (
    last &&
    !last.isDeleted &&
    !last.recalled &&
    last.kind === 'text' &&
    !contractWords(last).includes(withoutCounts(row.words))
  )
    faults.push(`${row.id} ends with "${row.words}", not "${contractWords(last).join('" or "')}"`);
  return faults;
}

function titlesOf(judge: Oracle, me: number, chat: OracleChat): readonly string[] {
  const other = partners(chat.name)?.find((id) => id !== me) ?? 0;
  return [judge.people.get(other)?.name ?? '', judge.tie(me, other)?.remark ?? ''];
}

const newTo = (me: number, chat: OracleChat, n: number): readonly OracleLine[] =>
  chat.lines.filter((line) => line.n > n && line.by !== me && isLineFor(line, me));

/** A message erased before its delivery has no frame; one delivered earlier stays counted. */
function countFaults(
  { id, unread }: PlainRow,
  base: number,
  fresh: readonly OracleLine[],
): readonly string[] {
  const [least, most] = [base + fresh.filter((line) => !line.isDeleted).length, base + fresh.length];
  return unread >= least && unread <= most
    ? []
    : [`${id} has ${unread} unread, not ${least}${most > least ? ` to ${most}` : ''}`];
}

/** Pinned first, then by the second of the last message. */
function orderFaults(
  { client, person }: DeviceOfContract,
  there: ReadonlyMap<string, OracleChat>,
): readonly string[] {
  const rows = client.list().filter((row) => there.has(row.id));
  const at = (row: PlainRow): number | null => {
    const last = there.get(row.id)?.lines.findLast((line) => isLineFor(line, person.id));
    return last && !last.isDeleted ? Math.floor(last.sentAtMs / 1_000) : null;
  };
  return rows.flatMap((row, index) => {
    const next = rows[index + 1];
    if (!next || row.pinned !== next.pinned) return [];
    const [mine, theirs] = [at(row), at(next)];
    return mine !== null && theirs !== null && mine < theirs
      ? [`${row.id} stands above ${next.id}, which is newer`]
      : [];
  });
}

/** Every line of the open chat from the first that it shows. */
function openFaults(
  judge: Oracle,
  { client, person }: DeviceOfContract,
  there: ReadonlyMap<string, OracleChat>,
): readonly string[] {
  const { open } = client;
  const chat = open && there.get(open.id);
  if (!open || !chat) return [];
  const isReadable = (row: number): boolean =>
    judge.lines.get(row)?.chat === chat.name &&
    expectedMayRead(judge, person.id, judge.lines.get(row) as OracleLine);
  const lines = open.lines.filter((line) => isReadable(line.row));
  const first = Math.min(...lines.map((line) => line.row));
  const expected = chat.lines.filter((line) => line.row >= first && expectedMayRead(judge, person.id, line));
  const actual = lines.map(
    (line) =>
      `${line.row} by ${line.by}: ${line.kind} ${line.kind === 'text' ? withoutCounts(line.words) : ''}`,
  );
  const theirs = expected.map(
    (line) => `${line.row} by ${line.by}: ${line.kind} ${line.kind === 'text' ? markedWords(line) : ''}`,
  );
  const at = theirs.findIndex((line, index) => line !== actual[index]);
  if (at >= 0) return [`${open.id} shows ${actual[at] ?? 'nothing'}, not ${theirs[at]}`];
  const strange = open.lines.find((line) => judge.lines.get(line.row)?.isDeleted !== false);
  return strange ? [`${open.id} shows line ${strange.row}, which is gone`] : [];
}
