import { type ReactNode, Suspense, useState } from 'react';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import type { Contact } from '../../../../client/state/state.ts';
import { pollOf } from '../../../../domain/poll.ts';
import { useClient } from '../../../shared/client-context.ts';
import type { TimelineRow } from '../timeline.ts';
import type { PollControls } from './poll-body.tsx';

const VotersSheet = lazyAside(() => import('./voters-sheet.tsx'));

/** Voting in the polls of a chat, and the layer that tells who voted. */
export function usePolls(contact: Contact): { readonly polls: PollControls; readonly layer: ReactNode } {
  const { actions } = useClient();
  const [shown, setShown] = useState<TimelineRow | null>(null);
  const poll = pollOf(shown?.message?.extra);
  return {
    polls: {
      vote: (row, options) => void actions.vote(contact.id, row.key, options),
      showVoters: setShown,
    },
    layer: shown !== null && poll !== null && (
      <Suspense fallback={null}>
        <VotersSheet
          id={shown.key}
          poll={poll}
          counts={shown.message?.poll?.counts ?? []}
          onClose={() => setShown(null)}
        />
      </Suspense>
    ),
  };
}
