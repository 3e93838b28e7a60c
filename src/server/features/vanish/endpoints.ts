import { vanishLimits } from '../../../domain/message-limits.ts';
import { setTimer as call } from '../../../wire/calls/contacts.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { setTimer } from './set-timer.ts';

export const vanishEndpoints: readonly Endpoint[] = [own(call, setTimer, vanishLimits.rate)];
