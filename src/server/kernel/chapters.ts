import type { Chapter, ReadTx, StorePoint } from '../../ports/store.ts';
import type { Core } from './core.ts';

/** A cursor's position in time. */
interface Placed {
  readonly tx: StorePoint;
  /** The chapter that was the newest when it was made; null: from before there were chapters. */
  readonly chapter: string | null;
}

type Node = Pick<Core, 'bus' | 'chapter'>;

/** The newest one of this moment. A node alone has begun it itself. */
export const chapterNow = async (core: Node, tx: Pick<ReadTx, 'history'>): Promise<string | undefined> =>
  core.bus.shared === true ? (await tx.history.chapters())[0]?.id : core.chapter;

/** The newest first. A single node's own chapter needs no earlier ones. */
export async function chaptersFor(
  core: Node,
  tx: Pick<ReadTx, 'history'>,
  { chapter }: Pick<Placed, 'chapter'>,
): Promise<readonly Chapter[]> {
  if (core.bus.shared === true || chapter !== (core.chapter ?? null)) return tx.history.chapters();
  return chapter === null ? [] : [{ id: chapter, from: 0 }];
}

/**
 * Returns true if a cursor is beyond the end of its chapter. Each start of a node begins a chapter, and the
 * newest one is read at the same moment as a cursor's number, so no cursor of a chapter exceeds the number at
 * which the next one began. One that does was made in a time missing from this database: a snapshot replaced
 * it while no node ran (STREAM-20).
 *
 * @param chapters the newest first
 */
export function isOfLostTime({ tx, chapter }: Placed, chapters: readonly Chapter[]): boolean {
  if (chapter === null) return false;
  const at = chapters.findIndex(({ id }) => id === chapter);
  // An unlisted one is older than the oldest, or of the lost time.
  const next = at < 0 ? chapters.at(-1) : chapters[at - 1];
  return next !== undefined && tx > next.from;
}

/** Start of the chapter after a cursor's; null: the cursor is of the newest, or that is unknown. */
export function nextFrom({ chapter }: Pick<Placed, 'chapter'>, chapters: readonly Chapter[]): number | null {
  const at = chapters.findIndex(({ id }) => id === chapter);
  return at <= 0 ? null : (chapters[at - 1]?.from ?? null);
}
