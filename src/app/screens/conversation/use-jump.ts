import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ContactId, MsgId } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../shared/client-context.ts';
import { useToasts } from '../../kit/toaster.tsx';
import { useFlash } from '../../kit/use-paused.ts';
import { partsOf } from './album.ts';
import type { TimelineRow } from './timeline.ts';
import type { ListScroll } from './use-list-scroll.ts';

export interface Jump {
  /** Key of the row that is lit. */
  readonly flash: string | null;
  readonly searching: boolean;
  /** `from`: the reader came from a place worth returning to. */
  readonly jumpTo: (message: MsgId, from?: 'here') => void;
  /** Returns to the start of the last jump; null without one. */
  readonly goBack: (() => void) | null;
  readonly forget: () => void;
}

/** The message that a chat opens at. */
export interface Start {
  readonly message: MsgId;
  /** The reader left the chat here and goes back: it is neither highlighted nor missed. */
  readonly isReturn: boolean;
}

/** Scrolls to a message, loads older pages if needed, and highlights it for a moment. */
export function useJump(
  id: ContactId,
  rows: readonly TimelineRow[],
  scroll: ListScroll,
  start: Start | null,
): Jump {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const [flash, light] = useFlash();
  const [target, setTarget] = useState<{ readonly message: MsgId } | null>(
    start === null ? null : { message: start.message },
  );
  const [back, setBack] = useState<TimelineRow | null>(null);
  const lastTarget = useRef<typeof target>(null);

  const index =
    target === null
      ? -1
      : rows.findIndex((row) => partsOf(row).some((one) => one.message?.msgId === target.message));
  useLayoutEffect(() => {
    if (index === -1 || lastTarget.current === target) return;
    lastTarget.current = target;
    scroll.toRow(index);
  }, [index, target, scroll]);

  const search = async (message: MsgId, isReturn = false) => {
    const answer = await actions.loadUntil(id, message);
    if (answer.ok && answer.value) return isReturn ? undefined : light(String(message));
    setTarget((now) => (now?.message === message ? null : now));
    setBack(null);
    if (answer.ok && !isReturn) toasts.show(t('chat.quoteGone'));
  };
  const go = (message: MsgId) => {
    setTarget({ message });
    void search(message);
  };
  const begin = useEffectEvent(search);
  const ready = rows.length > 0;
  useEffect(() => {
    const jump = async ({ message, isReturn }: Start) => {
      await begin(message, isReturn);
    };
    if (ready && start !== null) void jump(start);
  }, [ready, start]);

  return {
    flash:
      (flash === null
        ? undefined
        : rows.find((row) => partsOf(row).some((one) => String(one.message?.msgId) === flash))
      )?.key ?? null,
    searching: ready && target !== null && index === -1,
    jumpTo: (message, from) => {
      const here = rows[scroll.middle()];
      if (from === 'here' && here !== undefined) setBack(here);
      go(message);
    },
    goBack:
      back === null
        ? null
        : () => {
            const at = rows.findIndex((row) => row.key === back.key);
            setBack(null);
            if (at !== -1) scroll.toRow(at);
            // The jump has led so far that the place has to be fetched again.
            else if (back.message !== null) go(back.message.msgId);
          },
    forget: () => setBack(null),
  };
}
