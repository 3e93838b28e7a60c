import * as v from 'valibot';
import { shownText, timeField } from '../down/fields.ts';
import { readBy } from './read-by-schema.ts';

const row = v.pipe(
  v.object({ id: v.string(), name: shownText, email: shownText, since: timeField, used: timeField }),
  v.transform(({ since, used, ...rest }) => ({ ...rest, sinceMs: since, usedMs: used })),
);
const listed = v.object({ list: v.array(row) });
const begun = v.object({ url: v.pipe(v.string(), v.startsWith('http')) });
const openIdFields = v.object({
  kind: v.picklist(['in', 'link', 'new']),
  account: shownText,
  name: shownText,
  ticket: v.string(),
});

export type OpenIdFacts = v.InferOutput<typeof row>;
export type OpenIdFound = v.InferOutput<typeof openIdFields>;

/** Provider logins that open the user's account (OIDC-6). */
export const decodeOpenIds = readBy(listed);
export const decodeTrip = readBy(begun);
/** The account here of a provider's user, and the token that opens it (OIDC-4). */
export const decodeFound = readBy(openIdFields);
