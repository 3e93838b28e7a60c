import { bodiesOf, textOf } from '../witness/body.ts';
import type { WitnessedRequest } from '../witness/witnessed.ts';

/** A step of a call, as a client asked a node for it. */
export interface AskedStep {
  readonly by: number;
  readonly event: string;
  readonly said: string;
  readonly signal: string;
  readonly op: string;
  readonly answer: WitnessedRequest['answer'];
}

/** Steps that set up a connection. */
export const OF_CONNECTIONS: ReadonlySet<string> = new Set(['offer', 'answer', 'iceCandidate']);

/** The requested steps of one call, in order of arrival. */
export const stepsAsked = (asked: readonly WitnessedRequest[], id: string): readonly AskedStep[] =>
  asked.flatMap((one) =>
    one.call !== 'sendtomsg' || one.user === null
      ? []
      : bodiesOf(one.body)
          .filter((body) => body['id'] === id)
          .map((body) => ({
            by: one.user ?? 0,
            event: textOf(body['event']),
            said: `${textOf(body['event'])} ${textOf(body['code'])} ${textOf(body['callTime'])}`,
            signal: [body['event'], body['sdp'] ?? '', body['iceCandidate'] ?? '', body['path']].join(' '),
            op: textOf(body['op']),
            answer: one.answer,
          })),
  );
