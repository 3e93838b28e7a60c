import * as v from 'valibot';
import type { SelfFacts } from '../../domain/events.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import { read, type DecodeError } from '../down/read.ts';
import { decodeSelf } from '../down/self.ts';

const loginFields = v.object({ authToken: v.pipe(v.string(), v.minLength(1)), userInfo: v.unknown() });

/** The answer of login: the token to store whole, and who this is. */
export function decodeLogin(data: unknown): Result<{ readonly token: string; readonly self: SelfFacts }, DecodeError> {
  const found = read(loginFields, data, 'login');
  if (!found.ok) return found;
  const self = decodeSelf(found.value.userInfo);
  return self.ok ? ok({ token: found.value.authToken, self: self.value }) : self;
}
