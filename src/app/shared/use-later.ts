import { isLaterStale } from '../../client/state/later.ts';
import type { State } from '../../client/state/state.ts';
import { useClient, useStore } from './client-context.ts';
import { useLoad } from './use-load.ts';

/** A server that knows of it is there to be asked, and what is known is old (LATER-5). */
const question = (state: State): number | null =>
  state.connection.name === 'open' && state.sync.ready && !state.sync.plain && isLaterStale(state)
    ? (state.later?.heard ?? 0)
    : null;

/** Keeps the list of what is put off up to date while something shows it. */
export function useLater(): void {
  const { actions } = useClient();
  const asked = useStore(question);
  useLoad(`later ${asked}`, asked === null ? null : () => actions.later());
}
