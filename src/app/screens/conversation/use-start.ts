import { useEffectEvent, useLayoutEffect, useState } from 'react';
import type { Contact } from '../../../client/state/state.ts';
import type { ContactId, MsgId } from '../../../domain/ids.ts';
import { chatLimits } from '../../../domain/limits.ts';
import type { TimelineRow } from './timeline.ts';
import type { Start } from './use-jump.ts';
import type { ListScroll } from './use-list-scroll.ts';

/** The message in the middle of the view when a chat closed, by its ID and the step of the history. */
const left = new Map<string, MsgId>();
const keyOf = (id: ContactId, step: string): string => `${step} ${id}`;

/**
 * The message that a chat opens at: one named in the address, or the place where the reader left it if they
 * go back (UI-167). New messages are more important than that place (UI-94). Null: its usual place.
 */
export function useStart({ id, unread }: Contact, target: MsgId | null, step: string): Start | null {
  const [start] = useState((): Start | null => {
    const message = unread === 0 ? (left.get(keyOf(id, step)) ?? target) : target;
    return message === null ? null : { message, isReturn: message !== target };
  });
  return start;
}

/** Notes the place when the chat closes; none at its end. `step`: the one at which it opened counts. */
export function useLeaving(
  id: ContactId,
  step: string,
  rows: readonly TimelineRow[],
  scroll: ListScroll,
): void {
  const [key] = useState(() => keyOf(id, step));
  const leave = useEffectEvent(() => {
    left.delete(key);
    const message = scroll.atEnd ? null : rows[scroll.middle()]?.message;
    if (!message) return;
    left.set(key, message.msgId);
    for (const oldest of left.keys()) if (left.size > chatLimits.leftPlacesMax) left.delete(oldest);
  });
  useLayoutEffect(() => () => leave(), []);
}
