import * as v from 'valibot';
import type { Message } from '../../domain/message.ts';
import { contact, shownText } from '../down/fields.ts';
import { decodeMessageRow } from '../down/message.ts';
import { read } from '../down/read.ts';
import { int, maybe } from '../scalars.ts';

const goesOn = v.object({ more: v.literal(1) });

/**
 * A page that holds fewer rows than asked for, because they weigh much (LIMIT-15); a plain server never says
 * so.
 */
export const isCutPage = (envelope: unknown): boolean => v.is(goesOn, envelope);

/** Rows of getMessageList; those that cannot be read are left out, and `rows` tells how many came. */
export function decodePage(data: unknown): { readonly messages: readonly Message[]; readonly rows: number } {
  const rows: readonly unknown[] = Array.isArray(data) ? data : [];
  const messages = rows.flatMap((row) => {
    const found = decodeMessageRow(row);
    return found.ok ? [found.value] : [];
  });
  return { messages, rows: rows.length };
}

const targetAnswer = v.object({ toContactId: contact, code: int, msg: shownText });

/** One answer per target of forwardMessage, in order. */
export const decodeForwarded = (data: unknown) =>
  (Array.isArray(data) ? data : []).flatMap((row: unknown) => {
    const found = read(targetAnswer, row, 'forward');
    return found.ok
      ? [{ to: found.value.toContactId, ok: found.value.code === 0, message: found.value.msg }]
      : [];
  });

const contactsBeside = v.object({
  cursor: v.fallback(maybe(v.string()), undefined),
  epoch: v.fallback(maybe(v.string()), undefined),
  seq: v.fallback(maybe(int), undefined),
  mode: v.fallback(v.optional(v.picklist([1, 2])), undefined),
});

/** What getContacts carries beside the contract's envelope; all null from a server that does not number. */
export function decodeContactsPlace(envelope: unknown): {
  readonly cursor: string | null;
  readonly epoch: string | null;
  readonly selfSeq: number | null;
  readonly mode: 1 | 2 | null;
} {
  const found = read(contactsBeside, envelope, 'getContacts');
  if (!found.ok) return { cursor: null, epoch: null, selfSeq: null, mode: null };
  return {
    cursor: found.value.cursor ?? null,
    epoch: found.value.epoch ?? null,
    selfSeq: found.value.seq ?? null,
    mode: found.value.mode ?? null,
  };
}
