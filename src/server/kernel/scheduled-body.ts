import type { ScheduledRow } from '../../ports/store.ts';
import type { OutgoingBody } from '../../wire/calls/send-message.ts';

/** What the request of a scheduled message said: written by this server, so its shape is that of one. */
export const bodyOf = (row: ScheduledRow): OutgoingBody => JSON.parse(row.body) as OutgoingBody;
