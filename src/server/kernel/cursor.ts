import type { StreamId } from '../../domain/ids.ts';
import { streamId } from '../../domain/ids.ts';
import type { StorePoint } from '../../ports/store.ts';
import { isMac, macOf } from './signed.ts';
import type { Signing } from './signed.ts';

/**
 * A client's position, opaque outside: it knows everything before `tx` of history `epoch`. Between two pages
 * of one answer it also holds the end of the last page and the target of the whole answer (SYNC-3).
 */
export interface Cursor {
  readonly epoch: string;
  readonly tx: StorePoint;
  readonly page: { readonly bound: StorePoint; readonly after: StreamId } | null;
  /** The newest chapter of the moment it was made; null where none is named (STREAM-20). */
  readonly chapter: string | null;
}

export function encodeCursor({ epoch, tx, page, chapter }: Cursor): string {
  const at = page ? `${epoch}.${tx}.${page.bound}.${page.after}` : `${epoch}.${tx}`;
  return chapter === null ? at : `${at}@${chapter}`;
}

/** A cursor that covers everything up to a moment, signed: its content was once valid here (STREAM-15). */
export function signedCursor(core: Signing, epoch: string, tx: StorePoint, chapter?: string): string {
  const text = encodeCursor({ epoch, tx, page: null, chapter: chapter ?? null });
  return `${text}~${macOf(core, 'cursor', text)}`;
}

/** The cursor of a text, and whether this server's signature is on it. */
export function readCursor(
  core: Signing,
  text: string,
): { readonly cursor: Cursor | null; readonly proved: boolean } {
  const [plain = '', mac] = text.split('~', 2);
  return { cursor: decodeCursor(plain), proved: mac !== undefined && isMac(core, 'cursor', plain, mac) };
}

const FORM = /^([0-9A-Za-z-]{1,64})\.(\d{1,15})(?:\.(\d{1,15})\.([a-z0-9-]{1,40}))?(?:@([0-9a-z]{1,16}))?$/;

/** Null for anything that we did not make. */
export function decodeCursor(text: string): Cursor | null {
  const match = FORM.exec(text);
  if (!match) return null;
  const [, epoch = '', tx, bound, after, chapter = null] = match;
  return {
    epoch,
    tx: Number(tx),
    chapter,
    page: after === undefined ? null : { bound: Number(bound), after: streamId(after) },
  };
}
