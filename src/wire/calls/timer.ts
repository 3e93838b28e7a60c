import * as v from 'valibot';
import { TIMER_DAYS } from '../../domain/vanish.ts';
import { whole } from '../scalars.ts';
import { defineCall } from './call.ts';
import { contactRef } from './fields.ts';

/** Ours: from now on, messages there remain for this many days; 0: permanently (VANISH-1). */
export const setTimer = defineCall(
  '/enterprise/im/setTimer',
  v.object({ toContactId: contactRef, days: v.pipe(whole, v.picklist(TIMER_DAYS)) }),
);
