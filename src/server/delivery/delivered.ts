import type { StorePoint } from '../../ports/store.ts';
import type { Core } from '../kernel/core.ts';
import { signedCursor } from '../kernel/cursor.ts';
import type { Signing } from '../kernel/signed.ts';

/**
 * The transaction up to which everything was delivered here (SYNC-5). A number read from the store counts
 * once every command running at that moment has published, and all of it was delivered: only then no older
 * event can follow.
 */
export class Delivered {
  /** The number, or null while it is unknown. */
  current: StorePoint | null = null;
  /** The newest chapter of that moment, if other nodes exist. A single node is always in its own. */
  private chapter: string | undefined;
  private moves = 0;
  private movesAtCurrent = -1;
  private tickets = 0;
  private readonly open = new Set<number>();
  private candidate: { readonly tx: StorePoint; readonly after: number; readonly moves: number } | null =
    null;

  /** A command starts; the answer ends it. */
  begin(): () => void {
    const ticket = (this.tickets += 1);
    this.open.add(ticket);
    return () => this.open.delete(ticket);
  }

  /** Something was published. */
  noteMove(): void {
    this.moves += 1;
  }

  /** Returns true if a newer number exists. */
  stale(): boolean {
    return this.movesAtCurrent !== this.moves;
  }

  /** The number of a committed moment was just read. */
  noteSeen(tx: StorePoint): void {
    this.candidate ??= { tx, after: this.tickets, moves: this.moves };
  }

  /** Returns true if all commands of the candidate's moment have published. */
  ready(): boolean {
    if (!this.candidate) return false;
    for (const ticket of this.open) if (ticket <= this.candidate.after) return false;
    return true;
  }

  /** With other nodes: everything of this committed moment was read and delivered, including theirs. */
  noteReached(tx: StorePoint, chapter: string | undefined): 'newChapter' | null {
    const before = this.chapter;
    [this.current, this.chapter] = [tx, chapter];
    return before !== undefined && before !== chapter ? 'newChapter' : null;
  }

  /** The cursor for a socket that received everything; null while it is unknown. */
  cursor(core: Signing & Pick<Core, 'chapter'>, epoch: string): string | null {
    return this.current === null
      ? null
      : signedCursor(core, epoch, this.current, this.chapter ?? core.chapter);
  }

  /** Numbers of another history are meaningless. */
  forget(): void {
    this.current = null;
    this.candidate = null;
    this.movesAtCurrent = -1;
  }

  promote(): void {
    if (!this.candidate) return;
    this.current = this.candidate.tx;
    this.movesAtCurrent = this.candidate.moves;
    this.candidate = null;
  }
}
