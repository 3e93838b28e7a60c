import * as v from 'valibot';
import { whole } from '../scalars.ts';
import { ours } from './call.ts';

/** Where a message stands that somebody passed on as a link; for whoever may read it (LINK-1). */
export const locateMessage = ours(
  '/enterprise/im/locateMessage',
  v.object({ msg_id: v.pipe(whole, v.minValue(1)) }),
);
