import * as v from 'valibot';
import { passkeyLimits } from '../../domain/passkey-limits.ts';
import { textUpTo, withDefault } from '../scalars.ts';
import { ours } from './call.ts';
import { words } from './fields.ts';

/** Unparsed answer of a browser: JSON. */
export const passkeyAnswer = withDefault(textUpTo(16_384), '');
const id = v.pipe(textUpTo(2_048), v.minLength(1));
const name = withDefault(v.pipe(textUpTo(passkeyLimits.nameMax), v.trim()), '');

/** Passkey options for a browser at a login (PASSKEY-2). */
export const askPasskey = ours('/common/pub/askPasskey', v.object({}));
export const getPasskeys = ours('/enterprise/im/getPasskeys', v.object({}));
/** Options for a browser to create a passkey (PASSKEY-1). */
export const beginPasskey = ours(
  '/enterprise/im/beginPasskey',
  v.object({ password: withDefault(words, '') }),
);
export const addPasskey = ours('/enterprise/im/addPasskey', v.object({ passkey: passkeyAnswer, name }));
export const renamePasskey = ours('/enterprise/im/renamePasskey', v.object({ id, name }));
export const removePasskey = ours('/enterprise/im/removePasskey', v.object({ id }));
