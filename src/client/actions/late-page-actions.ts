import { fail } from '../../domain/result.ts';
import type { Failure } from '../client.ts';
import type { PageActions } from './page-actions.ts';
import type { MakePageActions } from './with-pages.ts';

const BROKEN: Failure = { kind: 'transport', why: 'broken' };

/**
 * The actions of pages with code that comes with the first of them, so that the list of chats loads without it (UI-16).
 * Code that cannot be had is told like any other broken request, and the next try asks for it again.
 */
export function latePageActions(load: () => Promise<MakePageActions>): MakePageActions {
  return (parts, raise) => {
    let coming: Promise<PageActions> | null = null;
    const here = async (): Promise<PageActions> => {
      coming ??= load().then((make) => make(parts, raise));
      try {
        return await coming;
      } catch (fault) {
        coming = null;
        throw fault;
      }
    };
    const perform = async (name: string | symbol, args: readonly unknown[]): Promise<unknown> => {
      let pages: PageActions;
      try {
        pages = await here();
      } catch {
        raise({ kind: 'text', key: 'err.noNetwork' });
        return fail(BROKEN);
      }
      // The names and arguments are those of the interface on both sides; the compiler cannot pair them.
      return (Reflect.get(pages, name) as (...args: readonly unknown[]) => unknown)(...args);
    };
    // Every one of them answers with a promise, so waiting for code changes nothing for whoever asks.
    return new Proxy(
      {},
      {
        get:
          (_, name) =>
          (...args: readonly unknown[]) =>
            perform(name, args),
      },
    ) as PageActions;
  };
}
