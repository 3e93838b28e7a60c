import * as v from 'valibot';
import { withDefault } from '../scalars.ts';
import { ours } from './call.ts';
import { words } from './fields.ts';

/** What becomes of one's own data (DATA-5). */
export const getOwnData = ours('/enterprise/im/getOwnData', v.object({}));
/** Erases one's own account for good; the password once more (DATA-5). */
export const eraseAccount = ours(
  '/enterprise/im/eraseAccount',
  v.object({ password: withDefault(words, '') }),
);
/** Answers where an archive of one's own data can be fetched; the password once more (DATA-7). */
export const exportData = ours('/enterprise/im/exportData', v.object({ password: withDefault(words, '') }));
