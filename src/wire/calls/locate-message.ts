import * as v from 'valibot';
import { whole } from '../scalars.ts';
import { ours } from './call.ts';

/** Finds the conversation of a message from a shared link, for users who may read it (LINK-1). */
export const locateMessage = ours(
  '/enterprise/im/locateMessage',
  v.object({ msg_id: v.pipe(whole, v.minValue(1)) }),
);
