import { createContext, type MouseEvent, type ReactNode, Suspense, useCallback, useContext } from 'react';
import { lazyAside } from './lazy-aside.ts';
import { assert } from '../../domain/assert.ts';
import { type Follow, type LiveHost, useLiveHost, useLiveOwner } from './use-live.ts';
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
  /** Opens another menu in place of this one. */
  readonly leads?: boolean;
  /** A line separates it from items of another group. */
  readonly group?: string;
  readonly onSelect: () => void;
}

/** A row of small entries above the others, such as emoji. */
export interface QuickItems {
  readonly label: string;
  readonly items: readonly {
    readonly key: string;
    readonly label: string;
    readonly sign: string;
    readonly isChecked: boolean;
    readonly onSelect: () => void;
  }[];
  /** The entry after them leads to all others; absent: there are none. */
  readonly more?: { readonly label: string; readonly onSelect: () => void };
}

/**
 * Position of a menu: beside an element (its button), or at a point (right click, long press), then beside the
 * `row` of the point, so that it stays visible.
 */
export type MenuPlace = Element | { readonly x: number; readonly y: number; readonly row?: DOMRect };

export interface MenuContent {
  /** The subject of the menu; its name for screen readers and the head of the sheet. */
  readonly title: string;
  readonly items: readonly MenuItem[];
  readonly quick?: QuickItems;
}

export interface MenuSpec extends MenuContent {
  readonly at: MenuPlace;
}

const MenuContext = createContext<LiveHost<MenuSpec> | null>(null);

/**
 * Opens the one menu of the app: a popup in wide windows, a sheet in narrow ones. While it is open, `content`
 * is called again after each change, so that the menu never offers a forbidden action (UI-150). The menu
 * closes when `content` returns null or no items, and with the component that opened it.
 */
export function useMenu<Of extends readonly unknown[]>(
  content: (...of: Of) => MenuContent | null,
): (at: MenuPlace, ...of: Of) => void {
  const host = useContext(MenuContext);
  assert(host !== null, 'a MenuHost above');
  const open = useLiveOwner<MenuSpec, readonly [MenuPlace, Of]>(host, (at, of) => {
    const items = content(...of);
    return items === null || items.items.length === 0 ? null : { ...items, at };
  });
  return useCallback((at, ...of) => void open(at, of), [open]);
}

/** Position for `onContextMenu`: the pointer, or the element itself if the keyboard opened the menu. */
export function menuPlaceOf(event: MouseEvent, element: Element = event.currentTarget): MenuPlace {
  const { clientX: x, clientY: y } = event;
  return x === 0 && y === 0 ? element : { x, y, row: element.getBoundingClientRect() };
}

export function MenuHost({ follow, children }: { readonly follow: Follow; readonly children: ReactNode }) {
  const wide = useWide();
  const { host, content, isOpen, close } = useLiveHost<MenuSpec>(follow);
  const Menu = wide ? MenuPopup : ActionSheet;
  return (
    <MenuContext value={host}>
      {children}
      {content !== null && (
        <Suspense fallback={null}>
          <Menu spec={content} open={isOpen} onClose={close} />
        </Suspense>
      )}
    </MenuContext>
  );
}
