import { groupOfStream } from '../../../domain/ids.ts';
import type { StreamId } from '../../../domain/ids.ts';
import type { DatabaseNo } from '../../kernel/store-point.ts';

/**
 * Where numbers of the second database begin, so that a number says by itself where its row is: far above
 * what one database gives in its life, far below what a client can count to.
 */
const SECOND_FROM = 1_000_000_000_000;

/** Which numbers are those of the second database. */
export interface SecondFrom {
  readonly groups: number;
  /** Of messages and of what else is numbered there. */
  readonly numbers: number;
}

export const USUAL_SECOND: SecondFrom = { groups: SECOND_FROM, numbers: SECOND_FROM };

/**
 * Where what is kept (TWO-1): groups in one of two databases, all else in the first. A group stays where it
 * was founded, and its number says where that is.
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

  /** Where the next group is founded: in turns. */
  next(): DatabaseNo {
    // Where every group number is one of the second's, the first has none to give.
    this.turn = this.from.groups <= 1 || this.turn === 0 ? 1 : 0;
    return this.turn;
  }
}

/** Those of one list by their database, in their order. */
export function parted<T>(
  list: readonly T[],
  place: (one: T) => DatabaseNo,
): readonly [readonly T[], readonly T[]] {
  return [list.filter((one) => place(one) === 0), list.filter((one) => place(one) === 1)];
}

/** As long as a cursor has room for. */
export const epochOf = (first: string, second: string): string => `${first}-${second.slice(0, 16)}`;

/** The first's, of both. */
export const firstOfEpoch = (epoch: string): string => epoch.slice(0, epoch.lastIndexOf('-'));
