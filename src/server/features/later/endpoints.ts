import { laterLimits as limits } from '../../../domain/message-limits.ts';
import * as calls from '../../../wire/calls/later.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { getLater } from './list.ts';
import { setReminder } from './remind.ts';
import { changeScheduled, discardScheduled, scheduleMessage, sendScheduled } from './schedule.ts';

export const laterEndpoints: readonly Endpoint[] = [
  own(calls.scheduleMessage, scheduleMessage, limits.rate),
  own(calls.changeScheduled, changeScheduled, limits.rate),
  own(calls.sendScheduled, sendScheduled, limits.rate),
  own(calls.discardScheduled, discardScheduled, limits.rate),
  own(calls.setReminder, setReminder, limits.rate),
  own(calls.getLater, getLater, limits.rate),
];
