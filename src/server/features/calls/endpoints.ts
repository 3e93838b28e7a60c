import { serverLimits } from '../../kernel/limits.ts';
import { sendToMsg as signalCall } from '../../../wire/calls/signalling.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { sendToMsg } from './calls.ts';

export const callEndpoints: readonly Endpoint[] = [own(signalCall, sendToMsg, serverLimits.signalRate)];
