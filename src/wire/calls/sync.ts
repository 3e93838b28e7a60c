import * as v from 'valibot';
import { streamLimits } from '../../domain/list-limits.ts';
import { flag, int, looseObject, maybe, textUpTo, whole, withDefault } from '../scalars.ts';
import { contactRef, defineCall, ours } from './call.ts';

const places = (most: number) =>
  v.pipe(
    looseObject,
    v.nullable(
      v.pipe(
        v.record(v.string(), whole),
        v.check((all) => Object.keys(all).length <= most),
      ),
    ),
  );

/**
 * Answers from `positions` if present, for those streams only (SYNC-1). `known` names the caller's positions
 * in its newest conversations (STREAM-16).
 */
export const sync = ours(
  '/enterprise/im/sync',
  v.object({
    cursor: maybe(textUpTo(2_000)),
    positions: places(1_000),
    known: places(streamLimits.positionsMax),
  }),
);

/** Calls of every start, apart from the calls of single pages: the list of chats loads only these. */
export const getContacts = defineCall('/enterprise/im/getContacts', v.object({}));
export const getContactInfo = defineCall('/enterprise/im/getContactInfo', v.object({ id: contactRef }));
export const getAdminNotice = defineCall('/enterprise/im/getAdminNotice', v.object({}));
/** Also as GET; `setupPage` as text `false` is false. */
export const checkVersion = defineCall(
  '/common/pub/checkVersion',
  v.object({
    release: withDefault(whole, 0),
    version: withDefault(textUpTo(40), ''),
    type: withDefault(int, 1_101),
    setupPage: withDefault(flag, false),
  }),
);
