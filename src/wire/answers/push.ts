import * as v from 'valibot';
import type { Result } from '../../domain/result.ts';
import { shownText } from '../down/fields.ts';
import { read, type DecodeError } from '../down/read.ts';

const fields = v.object({ cid: shownText, key: shownText });

/** The device's name for logins, and the public key for subscriptions. */
export const decodePush = (
  data: unknown,
): Result<{ readonly cid: string; readonly key: string }, DecodeError> => read(fields, data, 'push');
