import { groupOfStream } from '../../../domain/ids.ts';
import type { StreamId } from '../../../domain/ids.ts';
import type { DatabaseNo } from '../../kernel/store-point.ts';

/**
 * Start of the second database's numbers, so that a number tells where its row is: far above what one
 * database assigns in its lifetime, far below what a client can count to.
 */
const SECOND_FROM = 1_000_000_000_000;

/** Which numbers are those of the second database. */
export interface SecondFrom {
  readonly groups: number;
  /** Start of the numbers of messages and other numbered rows. */
  readonly numbers: number;
}

export const USUAL_SECOND: SecondFrom = { groups: SECOND_FROM, numbers: SECOND_FROM };

/**
 * Location of data (TWO-1): groups in one of two databases, all else in the first. A group stays where it was
 * created, and its number tells where.
 */
export class Places {
  private turn: DatabaseNo = 0;

  constructor(readonly from: SecondFrom) {}

  readonly ofStream = (stream: StreamId): DatabaseNo => {
    const group = groupOfStream(stream);
    return group === null ? 0 : this.ofGroup(group);
  };
  readonly ofGroup = (group: number): DatabaseNo => (group >= this.from.groups ? 1 : 0);
  readonly ofNumber = (id: number): DatabaseNo => (id >= this.from.numbers ? 1 : 0);
  readonly ofName = (name: string): DatabaseNo => this.ofStream(name as StreamId);

  /** Methods that are answered where what they are given first is, or second. */
  readonly stream = { where: this.ofStream };
  readonly group = { where: this.ofGroup };
  readonly number = { where: this.ofNumber };
  readonly row = { where: (row: { readonly stream: StreamId }) => this.ofStream(row.stream) };
  readonly second = { where: (_: unknown, stream: StreamId) => this.ofStream(stream) };

  /** Database of the next group: alternating. */
  next(): DatabaseNo {
    // If all group numbers belong to the second, the first has none to assign.
    this.turn = this.from.groups <= 1 || this.turn === 0 ? 1 : 0;
    return this.turn;
  }
}

/** Splits a list by database, in order. */
export function parted<T>(
  list: readonly T[],
  place: (one: T) => DatabaseNo,
): readonly [readonly T[], readonly T[]] {
  return [list.filter((one) => place(one) === 0), list.filter((one) => place(one) === 1)];
}

/** Limited to the length a cursor can hold. */
export const epochOf = (first: string, second: string): string => `${first}-${second.slice(0, 16)}`;

/** The first's, of both. */
export const firstOfEpoch = (epoch: string): string => epoch.slice(0, epoch.lastIndexOf('-'));
