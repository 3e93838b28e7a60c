import * as v from 'valibot';
import { withDefault } from '../scalars.ts';
import { ours } from './call.ts';
import { words } from './fields.ts';

/** Facts about erasing the user's data (DATA-5). */
export const getOwnData = ours('/enterprise/im/getOwnData', v.object({}));
/** Erases the user's account permanently; requires the password again (DATA-5). */
export const eraseAccount = ours(
  '/enterprise/im/eraseAccount',
  v.object({ password: withDefault(words, '') }),
);
/** Returns the address of an archive of the user's data; requires the password again (DATA-7). */
export const exportData = ours('/enterprise/im/exportData', v.object({ password: withDefault(words, '') }));
