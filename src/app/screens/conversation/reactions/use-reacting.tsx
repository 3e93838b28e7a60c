import { type ReactNode, Suspense, useState } from 'react';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import { messageHere } from '../../../../client/state/chat-selectors.ts';
import type { Contact } from '../../../../client/state/state.ts';
import { reactionLimits } from '../../../../domain/message-limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { sameItems, useClient, useStore } from '../../../shared/client-context.ts';
import { partsOf } from '../album.ts';
import type { TimelineRow } from '../timeline.ts';
import { pressOf, reactionsOf } from './shown.ts';

const ReactionPicker = lazyAside(() => import('./picker.tsx'));
const ReactionPeople = lazyAside(() => import('./people.tsx'));

type Open =
  | {
      readonly what: 'picker';
      readonly row: TimelineRow;
      readonly at: Element | null;
      readonly first: 'quick' | 'all';
    }
  | { readonly what: 'people'; readonly row: TimelineRow };

export interface Reacting {
  readonly toggle: (row: TimelineRow, emoji: string) => void;
  /** Opens beside an element, with the six quick emoji or with all. */
  readonly choose: (row: TimelineRow, at: Element | null, first?: 'quick' | 'all') => void;
  readonly people: (row: TimelineRow) => void;
}

/** Reactions in a chat, and their layer. `silence`: the reason why the user may not react. */
export function useReacting(
  contact: Contact,
  silence: string | null,
): { readonly reacting: Reacting; readonly layer: ReactNode } {
  const { t } = useTranslation();
  const { actions, store } = useClient();
  const toasts = useToasts();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const parts = open?.what === 'people' ? partsOf(open.row) : [];
  const messages = useStore(
    (state) => parts.flatMap(({ key }) => messageHere(state, contact.id, key) ?? []),
    sameItems,
  );
  const toggle = (row: TimelineRow, emoji: string) => {
    const press = pressOf(row, store.get().pending.react, emoji);
    if ('refused' in press) {
      const max = press.refused === 'reactionsOwn' ? reactionLimits.ownMax : reactionLimits.differentMax;
      toasts.show(t(press.refused === 'reactionsOwn' ? 'react.ownMax' : 'react.max', { max }));
    } else if (press.on && silence !== null) toasts.show(silence);
    else void actions.react(contact.id, press.id, emoji, press.on);
  };
  return {
    reacting: {
      toggle,
      choose: (row, at, first = 'quick') => setOpen({ what: 'picker', row, at, first }),
      people: (row) => setOpen({ what: 'people', row }),
    },
    layer: open && (
      <Suspense fallback={null}>
        {open.what === 'picker' ? (
          <ReactionPicker
            at={open.at}
            all={open.first === 'all'}
            mine={reactionsOf(open.row, store.get().pending.react).mine}
            onSign={(emoji) => toggle(open.row, emoji)}
            onClose={close}
          />
        ) : (
          messages.length > 0 && <ReactionPeople messages={messages} onClose={close} />
        )}
      </Suspense>
    ),
  };
}
