import { filter, firstValueFrom } from 'rxjs';
import type { Result } from '../../domain/result.ts';
import type { Failure } from '../interface/client.ts';
import { askedAgainMax } from '../state/limits.ts';
import type { ActionParts } from './parts.ts';

/**
 * Asks for what a page shows without being told to, so that nobody would press "Try again": what was lost on
 * its way is asked for again with the next answer on the socket (STORE-15). It ends with the login, and when
 * the same is asked anew.
 */
export type Patience = <T>(
  what: string,
  ask: () => Promise<Result<T, Failure>>,
) => Promise<Result<T, Failure>>;

export function createPatience({ store, session }: Pick<ActionParts, 'store' | 'session'>): Patience {
  const self = () => session.current()?.user;
  const newest = new Map<string, symbol>();
  return async (what, ask) => {
    const [turn, asker] = [Symbol(what), self()];
    newest.set(what, turn);
    const isWanted = (): boolean => newest.get(what) === turn && self() === asker;
    let answer = await ask();
    for (let asked = 1; wasLost(answer) && asked < askedAgainMax; asked += 1) {
      await lineAlive(store);
      if (!isWanted()) break;
      answer = await ask();
    }
    if (newest.get(what) === turn) newest.delete(what);
    return answer;
  };
}

/** A call that this server does not have, or that cannot be written down, is not lost. */
const wasLost = (answer: Result<unknown, Failure>): boolean =>
  !answer.ok && answer.reason.kind === 'transport' && !['absent', 'setup'].includes(answer.reason.why);

/** The line is alive: the server has answered on the socket. Also resolves when the store ends. */
const lineAlive = ({ effects$ }: ActionParts['store']): Promise<unknown> =>
  firstValueFrom(effects$.pipe(filter(({ type }) => type === 'ponged')), { defaultValue: null });
