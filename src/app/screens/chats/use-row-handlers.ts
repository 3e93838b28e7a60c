import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { opensHere, useNavigate } from '../../kit/navigation.ts';
import type { Contact } from '../../../client/state/state.ts';
import { menuPlaceOf } from '../../kit/menu.tsx';
import { useLongPress } from '../../kit/use-long-press.ts';
import type { ContactRowActions } from './use-row-actions.tsx';

const rowAt = ({ target }: { readonly target: EventTarget }): Element | null =>
  target instanceof Element ? (target.closest('li')?.querySelector('[data-chat]') ?? null) : null;

/** Pointer handlers for all rows of the list in one place: press, right click, and long press. */
export function useRowHandlers(contacts: readonly Contact[], menu: ContactRowActions['menu']) {
  const navigate = useNavigate();
  const held = useRef<Contact | null>(null);
  const hold = useLongPress((at) => held.current && menu(held.current, at));
  const contactOf = (row: Element | null) => {
    const id = row?.getAttribute('data-chat');
    return contacts.find((one) => one.id === id) ?? null;
  };
  return {
    ...hold.handlers,
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') held.current = contactOf(rowAt(event));
      hold.handlers.onPointerDown(event);
    },
    onClickCapture: (event: MouseEvent) => {
      if (!hold.swallow()) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onClick: (event: MouseEvent) => {
      const link =
        event.target instanceof Element ? event.target.closest('a[data-row]')?.getAttribute('href') : null;
      if (!link || !opensHere(event)) return;
      event.preventDefault();
      const path = link.slice(1);
      void navigate(path, { replace: location.hash === link });
    },
    onContextMenu: (event: MouseEvent) => {
      const row = rowAt(event);
      const contact = contactOf(row);
      if (row === null || contact === null) return;
      event.preventDefault();
      menu(contact, menuPlaceOf(event, row));
    },
  };
}
