import * as v from 'valibot';
import { ours } from './call.ts';
import { messageRef } from './fields.ts';

/** Users who have read an own message in a group (READBY-1). */
export const readBy = ours('/enterprise/im/readBy', v.object({ id: messageRef }));
