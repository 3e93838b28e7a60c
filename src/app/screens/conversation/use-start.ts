import { useEffectEvent, useLayoutEffect, useState } from 'react';
import type { Contact } from '../../../client/state/state.ts';
import type { MsgId } from '../../../domain/ids.ts';
import { chatLimits } from '../../../domain/limits.ts';
import { useHere } from '../../kit/navigation.ts';
import type { TimelineRow } from './timeline.ts';
import type { Start } from './use-jump.ts';
import type { ListScroll } from './use-list-scroll.ts';

/** The message in the middle of the view when a chat was left, by the step of the history that showed it. */
const left = new Map<string, MsgId>();

/**
 * The message that a chat opens at: one named in the address, or the place where the reader left it if they go
 * back (UI-167). New messages are more important than that place (UI-94). Null: its usual place.
 */
export function useStart(
  { id, unread }: Contact,
  named: MsgId | null,
): readonly [Start | null, step: string] {
  const here = useHere();
  const [start] = useState((): readonly [Start | null, string] => {
    const step = `${here().key} ${id}`;
    const message = unread === 0 ? (left.get(step) ?? named) : named;
    return [message === null ? null : { message, isReturn: message !== named }, step];
  });
  return start;
}

/** Notes the place when the chat closes; none at its end. */
export function useLeaving(step: string, rows: readonly TimelineRow[], scroll: ListScroll): void {
  const leave = useEffectEvent(() => {
    left.delete(step);
    const message = scroll.atEnd ? null : rows[scroll.middle()]?.message;
    if (!message) return;
    left.set(step, message.msgId);
    for (const oldest of left.keys()) if (left.size > chatLimits.leftPlacesMax) left.delete(oldest);
  });
  useLayoutEffect(() => () => leave(), []);
}
