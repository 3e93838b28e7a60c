import * as v from 'valibot';
import { listOf, maybe, rowId } from '../scalars.ts';
import { defineCall } from './call.ts';
import { contactRef, opRef } from './fields.ts';

export const forwardMessage = defineCall(
  '/enterprise/im/forwardMessage',
  v.object({ user_ids: listOf(contactRef, 1_000), msg_id: rowId, op: maybe(opRef) }),
);
