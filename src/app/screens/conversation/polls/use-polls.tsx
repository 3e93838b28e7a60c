import { type ReactNode, Suspense, useState } from 'react';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import { messageHere } from '../../../../client/state/chat-selectors.ts';
import type { Contact } from '../../../../client/state/state.ts';
import { NO_TALLY, pollOf } from '../../../../domain/poll.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import type { TimelineRow } from '../timeline.ts';
import type { PollControls } from './poll-body.tsx';

const VotersSheet = lazyAside(() => import('./voters-sheet.tsx'));

/** Voting in the polls of a chat, and the layer that shows the voters. */
export function usePolls(contact: Contact): { readonly polls: PollControls; readonly layer: ReactNode } {
  const { actions } = useClient();
  const [target, setTarget] = useState<TimelineRow | null>(null);
  const message = useStore((state) => target && messageHere(state, contact.id, target.key));
  const poll = pollOf(message?.extra);
  return {
    polls: {
      vote: (row, options) => void actions.vote(contact.id, row.key, options),
      showVoters: setTarget,
    },
    layer: message && poll !== null && (
      <Suspense fallback={null}>
        <VotersSheet
          id={message.id}
          poll={poll}
          tally={message.poll ?? NO_TALLY}
          onClose={() => setTarget(null)}
        />
      </Suspense>
    ),
  };
}
