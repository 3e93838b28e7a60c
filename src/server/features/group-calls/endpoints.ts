import * as calls from '../../../wire/calls/group-calls.ts';
import { serverLimits } from '../../kernel/limits.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { removeFromGroupCall, signalGroupCall } from './between.ts';
import { connectGroupCall } from './unit.ts';
import { joinGroupCall, leaveGroupCall, raiseHand } from './take-part.ts';

export const groupCallEndpoints: readonly Endpoint[] = [
  own(calls.joinGroupCall, joinGroupCall, serverLimits.searchRate),
  own(calls.leaveGroupCall, leaveGroupCall, serverLimits.groupRate),
  own(calls.signalGroupCall, signalGroupCall, serverLimits.groupSignalRate),
  own(calls.connectGroupCall, connectGroupCall, serverLimits.searchRate),
  own(calls.raiseHand, raiseHand, serverLimits.searchRate),
  own(calls.removeFromGroupCall, removeFromGroupCall, serverLimits.groupRate),
];
