import type { Answer } from '../interface/answer.ts';

/**
 * One request at a time: requests that are under way together may arrive in another order than they were
 * made, and then an older choice would be the last. What is chosen while one is under way waits as one
 * request, the last choice of each field (REACH-4).
 */
export function inTurn<T extends object>(ask: (change: T) => Answer): (change: T) => Answer {
  let before: Promise<unknown> = Promise.resolve();
  let waiting: { change: T; readonly answer: Answer } | null = null;
  return (change) => {
    if (waiting !== null) {
      waiting.change = { ...waiting.change, ...change };
      return waiting.answer;
    }
    const answer = before.then(() => {
      const { change: last = change } = waiting ?? {};
      waiting = null;
      return ask(last);
    });
    waiting = { change, answer };
    before = answer.catch(() => undefined);
    return answer;
  };
}
