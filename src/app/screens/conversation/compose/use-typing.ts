import { useWindowKeys } from '../../../kit/use-window-keys.ts';

/** Where letters have a meaning of their own. */
const TAKEN =
  'input, textarea, select, [contenteditable="true"], [role=menu], [role=dialog], [role=alertdialog], [role=listbox], [role=slider], dialog';

/**
 * A letter that nothing else wants is meant for the box (UI-107). A space presses what has the focus; "?"
 * shows the keys.
 */
export function isMeantForBox(
  event: Pick<
    KeyboardEvent,
    'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented' | 'target'
  >,
): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return false;
  if ([...event.key].length !== 1 || event.key === ' ' || event.key === '?') return false;
  return !(event.target instanceof Element && event.target.closest(TAKEN) !== null);
}

/** The letter goes where the focus is by then. */
export function useTyping(focus: () => void): void {
  useWindowKeys((event) => {
    if (isMeantForBox(event)) focus();
  });
}
