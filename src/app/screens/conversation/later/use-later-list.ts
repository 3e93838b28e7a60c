import { useMemo } from 'react';
import { remindersOf, scheduledOf } from '../../../../client/state/later.ts';
import type { LaterList } from '../../../../client/interface/later.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { useLoad } from '../../../shared/use-load.ts';

/**
 * What is put off, with its words: asked for when it is opened and whenever the server says that it has
 * changed. What the state does not hold any more is not shown either.
 */
export function useLaterList(): LaterList & { readonly isLoading: boolean } {
  const { actions } = useClient();
  const heard = useStore((state) => state.later?.heard ?? 0);
  const facts = useStore(scheduledOf);
  const told = useStore(remindersOf);
  const { value, state } = useLoad(String(heard), () => actions.later());
  return useMemo(() => {
    const ids = new Set(facts.map(({ id }) => id));
    const messages = new Set(told.map(({ id }) => id));
    return {
      scheduled: (value?.scheduled ?? []).filter(({ id }) => ids.has(id)),
      reminders: (value?.reminders ?? []).filter(({ id }) => messages.has(id)),
      isLoading: state === 'loading',
    };
  }, [value, state, facts, told]);
}
