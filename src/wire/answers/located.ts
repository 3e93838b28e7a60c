import * as v from 'valibot';
import type { ContactId } from '../../domain/ids.ts';
import { contact } from '../down/fields.ts';

const answer = v.object({ toContactId: contact });

/** Decodes the answer of locateMessage: the conversation as the reader sees it; null: malformed. */
export function decodeLocated(data: unknown): ContactId | null {
  const parsed = v.safeParse(answer, data);
  return parsed.success ? parsed.output.toContactId : null;
}
