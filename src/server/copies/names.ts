import type { CopyTarget } from './target.ts';

const number = (value: number, digits: number): string => String(value).padStart(digits, '0');
const STAMP = 13;

/**
 * Copies form a series of changes numbered without a gap, with complete copies among them. Names contain
 * kind, number and time, so that a listing suffices to choose.
 */
export const newSeries = (atMs: number, chance: string): string => `series-${number(atMs, STAMP)}-${chance}`;
export const changesName = (series: string, at: number, atMs: number): string =>
  `${series}/changes-${number(at, 10)}-${number(atMs, STAMP)}`;
export const wholeName = (series: string, from: number, atMs: number, beganMs: number): string =>
  `${series}/whole-${number(from, 10)}-${number(atMs, STAMP)}-${number(beganMs, STAMP)}`;
/** Name of the parts of a complete copy, which exist before it. */
export const wholeBase = (series: string, from: number, beganMs: number): string =>
  `${series}/parts-${number(from, 10)}-${number(beganMs, STAMP)}-${number(beganMs, STAMP)}`;

export const sumsName = (series: string, at: number, atMs: number): string =>
  `${series}/sums-${number(at, 10)}-${number(atMs, STAMP)}`;

/** One thing of a series. */
export interface SeriesFile {
  readonly name: string;
  readonly bytes: number;
  readonly series: string;
  readonly kind: 'changes' | 'whole' | 'parts' | 'sums';
  /** Its number; of a whole copy that of the first changes that it needs. */
  readonly at: number;
  readonly atMs: number;
  /** Start of a complete copy, which identifies its parts; for changes the same time. */
  readonly beganMs: number;
}

const NAME = /^(series-\d{13}-[0-9a-f]+)\/(changes|whole|parts|sums)-(\d{10})-(\d{13})(?:-(\d{13}))?/;

/** Null: none of ours. */
export function readName(name: string, bytes = 0): SeriesFile | null {
  const [, series, kind, at, atMs, beganMs] = NAME.exec(name) ?? [];
  if (series === undefined) return null;
  return {
    name,
    bytes,
    series,
    kind: kind as SeriesFile['kind'],
    at: Number(at),
    atMs: Number(atMs),
    beganMs: Number(beganMs ?? atMs),
  };
}

/** All that there is of the database. */
export async function seriesAt(target: Pick<CopyTarget, 'list'>): Promise<readonly SeriesFile[]> {
  return (await target.list('series-'))
    .map(({ name, bytes }) => readName(name, bytes))
    .filter((one) => one !== null);
}

export const startOf = (series: string): number => Number(series.split('-')[1]);

/** Header of a changes file. */
export interface ChangesHead {
  /** Mark of the ones before; empty for the first. */
  readonly before: string;
  readonly pageSize: number;
  /** Commit times: milliseconds, and the number of frames up to each. */
  readonly moments: readonly (readonly [atMs: number, frames: number])[];
}

/** Header of a complete copy: with the changes before `to` it is consistent as of `atMs`. */
export interface WholeHead {
  readonly from: number;
  readonly to: number;
  readonly atMs: number;
  readonly size: number;
}

/** Count and checksum of each table at the moment in the name. */
export type SumsHead = Readonly<Record<string, string>>;
