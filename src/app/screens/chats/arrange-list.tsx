import { useEffect } from 'react';
import type { Contact } from '../../../client/state/state.ts';
import { useModeEnd } from '../../kit/use-mode-end.ts';
import { runLater } from '../../platform/time.ts';
import type { Arranging } from './chat-list.tsx';
import { ChooseList } from './choose-list.tsx';
import { PinOrder } from './pin-order.tsx';

/** Instead of the list of chats, until it is ended. */
export default function ArrangeList({
  contacts,
  arranging,
  onEnd,
}: {
  readonly contacts: readonly Contact[];
  readonly arranging: Arranging;
  readonly onEnd: () => void;
}) {
  useModeEnd(onEnd);
  // A keyboard user continues at the start of the list.
  useEffect(
    () => () =>
      void runLater(0, () => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>('[data-chat]')?.focus();
      }),
    [],
  );
  if (arranging.what === 'order') return <PinOrder contacts={contacts} onEnd={onEnd} />;
  return <ChooseList contacts={contacts} first={arranging.first} onEnd={onEnd} />;
}
