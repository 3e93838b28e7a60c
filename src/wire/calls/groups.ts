import * as v from 'valibot';
import { server } from '../../domain/limits.ts';
import { maybe, whole, withDefault } from '../scalars.ts';
import { call } from './call.ts';
import { groupRef, opRef, page, userRef, userRefs, words } from './fields.ts';

export const groupAdd = call(
  '/enterprise/group/add',
  v.object({ user_ids: userRefs, name: withDefault(v.pipe(words, v.trim()), ''), op: maybe(opRef) }),
);
export const groupInfo = call('/enterprise/group/groupInfo', v.object({ group_id: groupRef }));
/** All rows when `limit` is absent or 0. */
export const groupUserList = call(
  '/enterprise/group/groupUserList',
  v.object({
    group_id: groupRef,
    page,
    limit: withDefault(v.pipe(whole, v.transform((n) => Math.min(n, server.pageLimitMax))), 0),
  }),
);
export const addGroupUser = call('/enterprise/group/addGroupUser', v.object({ id: groupRef, user_ids: userRefs }));
export const removeUser = call('/enterprise/group/removeUser', v.object({ id: groupRef, user_id: userRef }));
export const removeGroup = call('/enterprise/group/removeGroup', v.object({ id: groupRef }));
export const editGroupName = call(
  '/enterprise/group/editGroupName',
  v.object({ id: groupRef, displayName: withDefault(v.pipe(words, v.trim()), '') }),
);
