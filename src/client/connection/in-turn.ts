import type { UserId } from '../../domain/ids.ts';
import { DONE, NOBODY_SIGNED_IN } from './answers.ts';
import type { Answer } from '../interface/answer.ts';

/**
 * One request at a time: concurrent requests may arrive in another order than they were made, and then an
 * older choice would win. Choices made during a request wait as one request, with the last choice of each
 * field (REACH-4); those of a user who left by then are dropped.
 */
export function inTurn<T extends object>(
  self: () => UserId | null,
  ask: (change: T) => Answer,
): (change: T) => Answer {
  let last: Answer = Promise.resolve(DONE);
  let waiting: { readonly by: UserId | null; change: T } | null = null;
  return (change) => {
    if (waiting?.by === self()) {
      waiting.change = { ...waiting.change, ...change };
      return last;
    }
    const turn = { by: self(), change };
    const send = (): Answer => {
      if (waiting === turn) waiting = null;
      return self() === turn.by ? ask(turn.change) : Promise.resolve(NOBODY_SIGNED_IN);
    };
    waiting = turn;
    last = last.then(send, send);
    return last;
  };
}
