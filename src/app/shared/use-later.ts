import { isLaterStale } from '../../client/state/later.ts';
import type { State } from '../../client/state/state.ts';
import { useClient, useStore } from './client-context.ts';
import { useLoad } from './use-load.ts';

/**
 * Key of the next request; null unless a supporting server is connected and the known list is outdated
 * (LATER-5).
 */
const question = (state: State): number | null =>
  state.connection.name === 'open' && state.sync.ready && !state.sync.plain && isLaterStale(state)
    ? (state.later?.heard ?? 0)
    : null;

/** Keeps the list of scheduled messages and reminders up to date while it is shown. */
export function useLater(): void {
  const { actions } = useClient();
  const questionKey = useStore(question);
  useLoad(`later ${questionKey}`, questionKey === null ? null : () => actions.later());
}
