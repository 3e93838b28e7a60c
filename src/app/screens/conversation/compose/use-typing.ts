import { type RefObject, useEffect } from 'react';
import type { ContactId } from '../../../../domain/ids.ts';
import { useWindowKeys } from '../../../kit/use-on-top.ts';
import { useClient } from '../../../shared/client-context.ts';

/** Elements in which letter keys already have a meaning. */
const TYPING_ELEMENTS =
  'input, textarea, select, [contenteditable="true"], [role=menu], [role=dialog], [role=alertdialog], [role=listbox], [role=slider], dialog';

/**
 * A letter key without another use is typed into the box (UI-107). A space presses the focused element; "?"
 * shows the shortcuts.
 */
export function isMeantForBox(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'target'>,
): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if ([...event.key].length !== 1 || event.key === ' ' || event.key === '?') return false;
  return !(event.target instanceof Element && event.target.closest(TYPING_ELEMENTS) !== null);
}

/** Picks between two boxes, a chat's and that of a thread beside it: the one on the side of the key press. */
export function isNearest(box: Element, target: EventTarget | null): boolean {
  for (let at = target instanceof Element ? target : null; at !== null; at = at.parentElement) {
    const composer = at.querySelector('[data-composer]');
    if (composer !== null) return composer.contains(box);
  }
  return true;
}

/** The letter is typed into the newly focused box. */
export function useTyping(box: RefObject<HTMLElement | null>): void {
  useWindowKeys((event) => {
    const { current } = box;
    if (current !== null && isMeantForBox(event) && isNearest(current, event.target)) current.focus();
  });
}

/** Ends the typing state when the user leaves the box; during a recording, `recording` reports it. */
export function useTellTyping(id: ContactId, recording: boolean): void {
  const { actions } = useClient();
  useEffect(() => () => actions.typing(id, 'dropped'), [actions, id]);
  useEffect(() => {
    if (!recording) return undefined;
    actions.typing(id, 'recording');
    return () => actions.typing(id, 'recorded');
  }, [actions, id, recording]);
}
