import * as v from 'valibot';
import type { SelfFacts } from '../../domain/events.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { read, type DecodeError } from '../down/read.ts';
import { withDefault } from '../scalars.ts';
import { decodeSelf } from '../down/self.ts';

const loginFields = v.object({
  authToken: v.pipe(v.string(), v.minLength(1)),
  userInfo: v.unknown(),
  logoutKey: withDefault(v.string(), ''),
});

/** The answer of login: the token to store whole, and who this is. */
export function decodeLogin(
  data: unknown,
): Result<{ readonly token: string; readonly self: SelfFacts; readonly logoutKey: string }, DecodeError> {
  const parsed = read(loginFields, data, 'login');
  if (!parsed.ok) return parsed;
  const { authToken, userInfo, logoutKey } = parsed.value;
  const self = decodeSelf(userInfo);
  return self.ok ? ok({ token: authToken, self: self.value, logoutKey }) : self;
}
