import * as v from 'valibot';
import { GROUP_CALL_SIGNALS } from '../../domain/group-call.ts';
import { groupCallLimits as limits } from '../../domain/group-call-limits.ts';
import { flag, text, textUpTo, whole, withDefault } from '../scalars.ts';
import { groupRef, ours, userRef } from './call.ts';

const deviceRef = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));
const callRef = textUpTo(36);

/**
 * Begins the call of a group, or joins it; a device that is in it already binds its new socket. The answer is
 * the call with its participants (GCALL-2).
 */
export const joinGroupCall = ours(
  '/enterprise/im/joinGroupCall',
  v.object({ toContactId: groupRef, device: deviceRef }),
);

/** The last device to leave ends the call (GCALL-3). */
export const leaveGroupCall = ours(
  '/enterprise/im/leaveGroupCall',
  v.object({ toContactId: groupRef, device: deviceRef }),
);

/** Sends a signal to another device of the call (GCALL-5). */
export const signalGroupCall = ours(
  '/enterprise/im/signalGroupCall',
  v.object({
    toContactId: groupRef,
    call: callRef,
    device: deviceRef,
    /** Empty: a reaction for all devices (GCALL-29). */
    to: v.optional(v.union([v.literal(''), deviceRef]), ''),
    kind: v.picklist(GROUP_CALL_SIGNALS),
    text: withDefault(v.pipe(text, v.maxLength(limits.signalMax)), ''),
    path: withDefault(whole, 0),
  }),
);

/** Connects a device with the unit of the call; the answer has the unit's description (GCALL-24). */
export const connectGroupCall = ours(
  '/enterprise/im/connectGroupCall',
  v.object({
    toContactId: groupRef,
    call: callRef,
    device: deviceRef,
    unit: textUpTo(128),
    kind: v.picklist(['sound', 'picture', 'down']),
    offer: v.pipe(text, v.maxLength(limits.signalMax)),
  }),
);

export const raiseHand = ours(
  '/enterprise/im/raiseHand',
  v.object({ toContactId: groupRef, device: deviceRef, on: flag }),
);

/** A manager removes a user from the call, who cannot join this one again (GCALL-6). */
export const removeFromGroupCall = ours(
  '/enterprise/im/removeFromGroupCall',
  v.object({ toContactId: groupRef, user_id: userRef }),
);
