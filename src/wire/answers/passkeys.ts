import * as v from 'valibot';
import { onField, shownText, timeField } from '../down/fields.ts';
import { readBy } from './read-by-schema.ts';

const row = v.pipe(
  v.object({ id: v.string(), name: shownText, since: timeField, used: timeField }),
  v.transform(({ id, name, since, used }) => ({ id, name, sinceMs: since, usedMs: used })),
);
const listed = v.pipe(
  v.object({ on: onField, list: v.array(row) }),
  v.transform(({ on, list }) => ({ isPossible: on, list })),
);

export type PasskeyFacts = v.InferOutput<typeof row>;

/** Passkeys of one's own, and whether this server can have any. */
export const decodePasskeys = readBy(listed);
/** What a browser is asked; it reads that by itself. */
export const decodeQuestion = readBy(v.looseObject({ challenge: v.string() }));
