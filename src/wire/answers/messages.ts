import * as v from 'valibot';
import type { Message } from '../../domain/message.ts';
import { contact, shownText } from '../down/fields.ts';
import { decodeMessageRow } from '../down/message.ts';
import { read } from '../down/read.ts';
import { int } from '../scalars.ts';

const goesOn = v.object({ more: v.literal(1) });

/**
 * True for a page with fewer rows than requested because of their size (LIMIT-15); a base-protocol server
 * never reports that.
 */
export const isCutPage = (envelope: unknown): boolean => v.is(goesOn, envelope);

/** Decodes rows of getMessageList without malformed ones; `rows` counts the received ones. */
export function decodePage(data: unknown): { readonly messages: readonly Message[]; readonly rows: number } {
  const rows: readonly unknown[] = Array.isArray(data) ? data : [];
  const messages = rows.flatMap((row) => {
    const decoded = decodeMessageRow(row);
    return decoded.ok ? [decoded.value] : [];
  });
  return { messages, rows: rows.length };
}

const targetAnswer = v.object({ toContactId: contact, code: int, msg: shownText });

/** One answer per target of forwardMessage, in order. */
export const decodeForwarded = (data: unknown) =>
  (Array.isArray(data) ? data : []).flatMap((row: unknown) => {
    const parsed = read(targetAnswer, row, 'forward');
    return parsed.ok
      ? [{ to: parsed.value.toContactId, ok: parsed.value.code === 0, message: parsed.value.msg }]
      : [];
  });
