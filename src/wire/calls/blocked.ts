import * as v from 'valibot';
import { flag } from '../scalars.ts';
import { ours } from './call.ts';
import { page, pageLimit, userRef } from './fields.ts';

/** One-sided: the other user is not notified (BLOCK-1). */
export const blockPerson = ours('/enterprise/im/blockPerson', v.object({ id: userRef, on: flag }));
/** Users blocked by this user, the newest first (BLOCK-7). */
export const blockedPeople = ours('/enterprise/im/blockedPeople', v.object({ page, limit: pageLimit }));
