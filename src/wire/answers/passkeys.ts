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

/** The user's passkeys, and whether this server supports them. */
export const decodePasskeys = readBy(listed);
/** Options for the browser, which parses them itself. */
export const decodeQuestion = readBy(v.looseObject({ challenge: v.string() }));
