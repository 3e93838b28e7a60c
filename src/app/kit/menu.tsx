import {
  createContext,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useContext,
  useMemo,
  useState,
} from 'react';
import { lazyAside } from './lazy-aside.ts';
import { assert } from '../../domain/assert.ts';
import { useWide } from './use-media.ts';

const MenuPopup = lazyAside(() => import('./overlays/menu-popup.tsx'));
const ActionSheet = lazyAside(() => import('./overlays/action-sheet.tsx'));

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  /** 20 px. */
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Another menu takes the place of this one. */
  readonly leads?: boolean;
  readonly run: () => void;
}

/** Where it opens: beside an element (its button), or at a point (right click, long press). */
export type MenuPlace = Element | { readonly x: number; readonly y: number };

export interface MenuSpec {
  readonly at: MenuPlace;
  /** What the menu is about; its name for screen readers and the head of the sheet. */
  readonly title: string;
  readonly items: readonly MenuItem[];
  /** Above the items of a narrow window's sheet. */
  readonly head?: (close: () => void) => ReactNode;
}

type OpenMenu = (spec: MenuSpec) => void;
const MenuContext = createContext<OpenMenu | null>(null);

/** Opens the one menu of the app: a popup when wide, a sheet from below when narrow. */
export function useMenu(): OpenMenu {
  const open = useContext(MenuContext);
  assert(open !== null, 'a MenuHost above');
  return open;
}

/** For `onContextMenu`: the pointer, or the element itself when the keyboard asked. */
export function menuPlaceOf(event: MouseEvent, element: Element = event.currentTarget): MenuPlace {
  return event.clientX === 0 && event.clientY === 0 ? element : { x: event.clientX, y: event.clientY };
}

export function MenuHost({ children }: { readonly children: ReactNode }) {
  const wide = useWide();
  const [spec, setSpec] = useState<MenuSpec | null>(null);
  const [open, setOpen] = useState(false);
  const openMenu = useMemo<OpenMenu>(
    () => (next) => {
      if (next.items.length === 0) return;
      setSpec(next);
      setOpen(true);
    },
    [],
  );
  const close = () => setOpen(false);
  return (
    <MenuContext value={openMenu}>
      {children}
      {spec !== null && (
        <Suspense fallback={null}>
          {wide ? (
            <MenuPopup spec={spec} open={open} onClose={close} />
          ) : (
            <ActionSheet spec={spec} open={open} onClose={close} />
          )}
        </Suspense>
      )}
    </MenuContext>
  );
}
