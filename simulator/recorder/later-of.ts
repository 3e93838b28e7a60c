import { expectedMayRead } from '../oracle/shown.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { chatIn, isMarked, jsonOf, mentionsIn, number, objectOf, textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import type { Requests } from './requests.ts';
import type { LaterWritten, Ran, RecordedAction } from './recorded.ts';

/** Scheduled, changed or cancelled content, with the request that asked for it, or its due time. */
export function scheduledActions(
  { later = [], events, nowMs }: Ran,
  at: number,
  requests: Requests,
  oracle: Oracle,
): readonly RecordedAction[] {
  const sentIds = new Set(
    events.flatMap(({ facts }) => (facts.kind === 'message' ? `${facts.from} ${facts.id}` : [])),
  );
  return later.map((change): RecordedAction => {
    switch (change.what) {
      case 'put':
        return scheduleAction(change.row, at, requests);
      case 'failed':
        return {
          action: { do: 'notSaid', by: change.by, id: change.id },
          isRequested: isDue(oracle, change, nowMs),
        };
      case 'ended': {
        const { by, id } = change;
        const discarded = !sentIds.has(`${by} ${id}`);
        const isRequested = (call: string) =>
          requests.some(call, at, by, (body) => textOf(body['id']) === id);
        const isAsked = discarded
          ? isRequested('discardscheduled')
          : isDue(oracle, change, nowMs) || isRequested('sendscheduled');
        return { action: { do: 'putOffEnds', by, id, discarded }, isRequested: isAsked };
      }
      case 'remind':
        return reminder(change, nowMs, at, requests, oracle);
    }
  });
}

const isDue = (oracle: Oracle, { by, id }: { by: number; id: string }, nowMs: number): boolean => {
  const line = oracle.later.linesOf(by).get(id);
  return line !== undefined && !line.failed && line.dueMs <= nowMs;
};

/** Uses the row; some request must have had the same text and time. */
function scheduleAction(
  row: Extract<LaterWritten, { what: 'put' }>['row'],
  at: number,
  requests: Requests,
): RecordedAction {
  const { user: by, id, dueMs } = row;
  const body = objectOf(jsonOf(row.body));
  const words = textOf(body['content']);
  const time = (body: RequestBody) =>
    body['sendTime'] === undefined || millis(number(body['sendTime'])) === dueMs;
  const fits = (body: RequestBody) => textOf(body['id']) === id && time(body);
  const isAsked =
    requests.some('schedulemessage', at, by, (one) => fits(one) && textOf(one['content']) === words) ||
    requests.some(
      'changescheduled',
      at,
      by,
      (one) => fits(one) && (one['content'] === undefined || textOf(one['content']) === words),
    );
  const chat = chatIn(by, body['toContactId']) ?? '';
  const quotes = body['pid'] ? number(body['pid']) : null;
  const action = {
    do: 'putOff',
    by,
    id,
    chat,
    words,
    marked: isMarked(body),
    at: mentionsIn(body),
    quotes,
    dueMs,
  } as const;
  return { action, isRequested: isAsked };
}

/** Seconds or milliseconds, as the contract has times. */
const millis = (time: number): number => Math.round(time >= 1e11 ? time : time * 1_000);

function reminder(
  { by, row, dueMs, isDelivered }: Extract<LaterWritten, { what: 'remind' }>,
  nowMs: number,
  at: number,
  requests: Requests,
  oracle: Oracle,
): RecordedAction {
  const existing = oracle.later.remindersOf(by).get(row);
  const line = oracle.lines.get(row);
  const isTime = existing !== undefined && !existing.isDelivered && existing.dueMs <= nowMs;
  const isRequested = (fits: (time: unknown) => boolean) =>
    requests.some(
      'setreminder',
      at,
      by,
      (body) => textOf(body['id']) === line?.id && fits(body['remindTime']),
    );
  const isAsked = isDelivered
    ? isTime
    : dueMs === null
      ? isRequested((time) => time === undefined || time === '') ||
        (isTime && !(line && expectedMayRead(oracle, by, line)))
      : isRequested((time) => millis(number(time)) === dueMs);
  return { action: { do: 'remind', by, row, dueMs, isDelivered }, isRequested: isAsked };
}
