import type { ScheduledRow } from '../../ports/store.ts';
import type { OutgoingBody } from '../../wire/calls/send-message.ts';

/** The request of a scheduled message: this server stored it, so its shape is valid. */
export const bodyOf = (row: ScheduledRow): OutgoingBody => JSON.parse(row.body) as OutgoingBody;
