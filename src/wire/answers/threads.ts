import * as v from 'valibot';
import type { Message } from '../../domain/message.ts';
import { onField } from '../down/fields.ts';
import { decodeMessageRow } from '../down/message.ts';
import { whole } from '../scalars.ts';

const answer = v.object({
  root: v.pipe(whole, v.minValue(1)),
  first: v.unknown(),
  rows: v.array(v.unknown()),
  more: onField,
  follow: onField,
});

/** A page of a thread, oldest first. */
export interface ThreadPage {
  readonly root: number;
  /** Null: removed, or not visible to this user. */
  readonly first: Message | null;
  readonly messages: readonly Message[];
  readonly more: boolean;
  readonly follows: boolean;
}

/** Decodes the answer of getThread, without malformed rows. Null: malformed. */
export function decodeThread(data: unknown): ThreadPage | null {
  const parsed = v.safeParse(answer, data);
  if (!parsed.success) return null;
  const { root, first, rows, more, follow: follows } = parsed.output;
  return { root, first: messageIn(first)[0] ?? null, messages: rows.flatMap(messageIn), more, follows };
}

function messageIn(row: unknown): readonly Message[] {
  const decoded = row === null || row === undefined ? null : decodeMessageRow(row);
  return decoded?.ok ? [decoded.value] : [];
}
