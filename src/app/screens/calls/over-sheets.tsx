import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { openSheet } from '../../kit/open-sheet.ts';

/**
 * Shows a part of a call above sheets and menus, in the body (CALLUI-23). An open sheet keeps Tab inside: this part
 * follows its last control, and leads back to the sheet.
 */
export function OverSheets({ children }: { readonly children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    const onFocus = (event: FocusEvent) => {
      const { target, relatedTarget } = event;
      if (!(target instanceof Element) || !target.hasAttribute('data-base-ui-focus-guard')) return;
      if (relatedTarget instanceof Node && part.current?.contains(relatedTarget) === true) return;
      event.stopPropagation();
      const isBackward = target === openSheet()?.previousElementSibling;
      stopsOf(part.current)
        .at(isBackward ? -1 : 0)
        ?.focus();
    };
    document.addEventListener('focusin', onFocus, true);
    return () => document.removeEventListener('focusin', onFocus, true);
  }, []);
  useEffect(() => {
    const mine = part.current;
    return () => {
      const { activeElement } = document;
      if (activeElement !== document.body && mine?.contains(activeElement) !== true) return;
      const place = before instanceof HTMLElement && before.isConnected ? before : openSheet();
      place?.focus({ preventScroll: true });
    };
  }, [before]);
  const onKeyDown = (event: KeyboardEvent) => {
    const sheet = openSheet();
    if (sheet === null) return;
    // It would close the sheet, which the user does not use at this moment.
    if (event.key === 'Escape') event.stopPropagation();
    const at = stopsOf(part.current).findIndex((stop) => stop === event.target);
    const isEnd = event.shiftKey ? at < 1 : at === stopsOf(part.current).length - 1;
    if (event.key !== 'Tab' || !isEnd) return;
    event.preventDefault();
    // These elements beside the sheet lead to its last or first control.
    const guard = event.shiftKey ? sheet.previousElementSibling : sheet.nextElementSibling;
    if (guard instanceof HTMLElement) guard.focus();
  };
  return createPortal(
    // A sheet that opens later hides all outside of it from screen readers, except live regions.
    <div ref={part} aria-live="off" onKeyDown={onKeyDown}>
      {children}
    </div>,
    document.body,
  );
}

const stopsOf = (part: HTMLElement | null): readonly HTMLElement[] => [
  ...(part?.querySelectorAll<HTMLElement>('button:not(:disabled, [tabindex="-1"])') ?? []),
];
