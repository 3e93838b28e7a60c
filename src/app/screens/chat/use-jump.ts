import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactId, MsgId } from '../../../domain/ids.ts';
import { useClient } from '../../kit/client-context.ts';
import { useToasts } from '../../kit/toaster.tsx';
import { useFlash } from '../../kit/use-flash.ts';
import type { Row } from './timeline.ts';
import type { ListScroll } from './use-list-scroll.ts';

export interface Jump {
  readonly flash: string | null;
  readonly searching: boolean;
  /** `from`: the reader came from a place worth returning to. */
  readonly jumpTo: (message: MsgId, from?: 'here') => void;
  /** Leads back to where the last jump began; null when there is no such place. */
  readonly goBack: (() => void) | null;
  readonly forget: () => void;
}

/** Goes to a message, fetching older pages when needed, and lights it for a moment. */
export function useJump(id: ContactId, rows: readonly Row[], scroll: ListScroll, first: MsgId | null): Jump {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const [flash, light] = useFlash();
  const [target, setTarget] = useState<MsgId | null>(first);
  const [back, setBack] = useState<string | null>(null);

  const show = useEffectEvent((index: number) => {
    const row = rows[index];
    if (!row) return;
    setTarget(null);
    scroll.toRow(index, 'center');
    light(row.key);
  });
  const search = useEffectEvent(async (message: MsgId) => {
    const answer = await actions.loadUntil(id, message);
    if (answer.ok && answer.value) return;
    setTarget((now) => (now === message ? null : now));
    setBack(null);
    if (answer.ok) toasts.show(t('chat.quoteGone'));
  });

  const ready = rows.length > 0;
  const index = target === null ? -1 : rows.findIndex((row) => row.message?.msgId === target);
  useEffect(() => {
    if (index !== -1) show(index);
  }, [index]);
  useEffect(() => {
    if (ready && target !== null && index === -1) void search(target);
    // Asked once per target: rows that come meanwhile are the answer's.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ready, target]);

  return {
    flash,
    searching: target !== null && index === -1 && ready,
    jumpTo: (message, from) => {
      const here = rows[scroll.middle()]?.key;
      if (from === 'here' && here !== undefined) setBack(here);
      setTarget(message);
    },
    goBack:
      back === null
        ? null
        : () => {
            const at = rows.findIndex((row) => row.key === back);
            setBack(null);
            if (at !== -1) scroll.toRow(at, 'center');
          },
    forget: () => setBack(null),
  };
}
