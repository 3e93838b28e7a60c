import { fail } from '../../domain/result.ts';
import type { Failure } from '../interface/client.ts';
import { latePart } from '../late-part.ts';
import type { PageActions } from './page-actions.ts';
import type { MakePageActions } from './with-pages.ts';

const BROKEN: Failure = { kind: 'transport', why: 'broken' };

/**
 * The actions of pages with code that comes with the first of them, so that the list of chats loads without
 * it (UI-16). Code that cannot be had is told like any other broken request. Every one of them answers with
 * a promise, so waiting for code changes nothing for whoever asks.
 */
export const latePageActions =
  (load: () => Promise<MakePageActions>): MakePageActions =>
  (parts, raise) =>
    latePart<PageActions>({
      bring: async () => (await load())(parts, raise),
      meanwhile: {},
      failed: () => {
        raise({ kind: 'text', key: 'err.noNetwork' });
        return fail(BROKEN);
      },
    }).part;
