import * as v from 'valibot';
import { textUpTo, withDefault } from '../scalars.ts';
import { ours } from './call.ts';
import { words } from './fields.ts';

/** Code of the app, or a recovery code; blanks and dashes are ignored. */
export const otp = withDefault(v.pipe(textUpTo(32), v.trim()), '');
const password = withDefault(words, '');

/** Reports whether the user's logins require a second step (SECOND-1). */
export const getSecondStep = ours('/enterprise/im/getSecondStep', v.object({}));
export const beginSecondStep = ours('/enterprise/im/beginSecondStep', v.object({ password }));
export const confirmSecondStep = ours('/enterprise/im/confirmSecondStep', v.object({ otp }));
export const endSecondStep = ours('/enterprise/im/endSecondStep', v.object({ password, otp }));
