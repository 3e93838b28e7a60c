import { expect, it } from 'vitest';
import { GROUP_CHANGES, gatherEvents } from '../../src/domain/group-lines.ts';
import type { GroupChangeKind, GroupLine, ChatEntry, LineRow } from '../../src/domain/group-lines.ts';
import { userId } from '../../src/domain/ids.ts';

const makeNamed = (id: number) => ({ id: userId(id), name: `${id}` });
let seq = 0;
const line = (what: GroupChangeKind, by = 7): GroupLine => ({
  seq: (seq += 1),
  afterN: 1,
  atMs: 1_000,
  what,
  by: makeNamed(by),
  who: null,
  value: '',
});
const makeJoin = (by: number, ...users: readonly number[]): ChatEntry => ({
  kind: 'joined',
  key: `${(seq += 1)}`,
  note: { note: 'joined', by: userId(by), users: users.map(userId) } as never,
});
const row = (self: ChatEntry | null, below: readonly GroupLine[] = [], parts = false): LineRow => ({
  self,
  below,
  parts,
});
/** The number of lines in each entry of each row. */
const counts = (...of: readonly LineRow[]) =>
  gatherEvents(of).map((row_) => row_.map(({ length }) => length));

const rows = (...given: readonly ChatEntry[]) => counts(...given.map((one) => row(one)));
/** The lines in each entry of each row. */
const listReports = (...of: readonly LineRow[]) =>
  gatherEvents(of).map((row_) =>
    row_.map((entry) => entry.map((one) => (one.kind === 'line' ? one.line.seq : one.key))),
  );

/** Whether two such lines are one: by one person, and by two. The compiler asks for a new kind. */
const GATHERED: Readonly<Record<GroupChangeKind, readonly [boolean, boolean]>> = {
  left: [true, true],
  removed: [true, false],
  manager: [true, false],
  noManager: [true, false],
  silenced: [true, false],
  heard: [true, false],
  owner: [false, false],
  renamed: [false, false],
  slow: [false, false],
  speaking: [false, false],
  timeZone: [false, false],
};

it.each(GROUP_CHANGES)('GROUP-28: "%s" twice, by one person and by two, is one line or two', (what) => {
  const [byOne, byTwo] = GATHERED[what];
  expect(counts(row(null, [line(what), line(what)]))).toEqual([byOne ? [2] : [1, 1]]);
  expect(counts(row(null, [line(what), line(what, 8)]))).toEqual([byTwo ? [2] : [1, 1]]);
});

it('GROUP-28: another kind splits the line', () => {
  expect(counts(row(null, [line('removed'), line('silenced'), line('removed')]))).toEqual([[1, 1, 1]]);
});

it('GROUP-28: users who joined on their own share one line; added users have one for each adder', () => {
  expect(rows(makeJoin(7, 7), makeJoin(8, 8), makeJoin(9, 9))).toEqual([[], [], [3]]);
  expect(rows(makeJoin(7, 8), makeJoin(7, 9, 10), makeJoin(8, 11))).toEqual([[], [2], [1]]);
  expect(rows(makeJoin(7, 7, 8), makeJoin(7, 7))).toEqual([[1], [1]]);
});

it('GROUP-28: no line combines across a message or a day, and each line is shown once', () => {
  const [a, b, c, d] = [line('left'), line('left'), line('left'), line('left')];
  // Below one message up to the next.
  expect(listReports(row(null, [a, b]), row(null, [c]))).toEqual([[[a.seq, b.seq]], [[c.seq]]]);
  const came = makeJoin(7, 7);
  expect(listReports(row(null, [a]), row(came, [b]), row(makeJoin(8, 8), [], true))).toEqual([
    [[a.seq]],
    [[(came as { key: string }).key], [b.seq]],
    [[String(seq)]],
  ]);
  expect(listReports(row(makeJoin(7, 7), [c]), row(makeJoin(8, 8), [d]), row(null)).flat(2)).toHaveLength(4);
});
