import * as v from 'valibot';
import type { SelfFacts } from '../../domain/events.ts';
import type { Result } from '../../domain/result.ts';
import { fail, ok } from '../../domain/result.ts';
import { ifValid, int } from '../scalars.ts';
import { count, onField, person, shownText } from './fields.ts';
import { read } from './read.ts';
import type { DecodeError } from './read.ts';

/** The own user of login and getUserInfo (protocol 5.2). */
export const selfFields = v.object({
  user_id: ifValid(person),
  id: ifValid(person),
  account: shownText,
  realname: shownText,
  displayName: shownText,
  avatar: shownText,
  email: shownText,
  motto: shownText,
  sex: v.fallback(v.pipe(int, v.picklist([0, 1, 2])), 2),
  is_auth: onField,
  role: count,
  /** Read where it is shown: `privacyOf`. */
  privacy: v.optional(v.unknown()),
});

export function decodeSelf(data: unknown): Result<SelfFacts, DecodeError> {
  const parsed = read(selfFields, data, 'self');
  if (!parsed.ok) return parsed;
  const { user_id, id, realname, displayName, is_auth, ...others } = parsed.value;
  const own = user_id ?? id;
  if (own === undefined) return fail({ reason: 'badFields', type: 'self', field: 'user_id' });
  return ok({ ...others, id: own, realname: realname || displayName, isAuth: is_auth });
}
