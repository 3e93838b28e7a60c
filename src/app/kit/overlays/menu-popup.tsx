import { Menu } from '@base-ui/react/menu';
import { Plus } from 'lucide-react';
import { type FocusEvent, Fragment, type KeyboardEvent } from 'react';
import { cx } from '../class-names.ts';
import type { MenuPlace, MenuSpec, QuickItems } from '../menu.tsx';
import { startsGroup } from '../menu-groups.ts';
import { useOnTop } from '../use-on-top.ts';
import styles from './menu-popup.module.css';
import { directionFactor } from '../direction.ts';
import { logicalKey } from '../logical-key.ts';

const BESIDE = { side: 'flip', align: 'flip' } as const;
const AT_POINT = { side: 'flip', align: 'shift', fallbackAxisSide: 'end' } as const;

/** Arrows, Home, End, first letters and Escape work; focus returns to where it was. */
export default function MenuPopup({
  spec,
  open,
  onClose,
}: {
  readonly spec: MenuSpec;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  useOnTop(open, onClose);
  return (
    <Menu.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Menu.Portal>
        <Menu.Positioner
          className={styles.place}
          anchor={anchorOf(spec.at)}
          side="bottom"
          align={spec.at instanceof Element ? sideOf(spec.at) : 'start'}
          sideOffset={offsetOf(spec.at)}
          collisionPadding={8}
          // At a point it moves to the side if there is room neither below nor above.
          collisionAvoidance={spec.at instanceof Element ? BESIDE : AT_POINT}
        >
          <Menu.Popup data-over className={styles.popup} aria-label={spec.title} onFocus={enter}>
            {spec.quick && <Quick quick={spec.quick} />}
            {spec.items.map((item, at) => (
              <Fragment key={item.key}>
                {startsGroup(spec.items, at) && <Menu.Separator className={styles.line} />}
                <Menu.Item
                  label={item.label}
                  disabled={item.disabled ?? false}
                  closeOnClick={item.leads !== true}
                  className={cx(styles.item, item.danger && styles.danger)}
                  onClick={item.onSelect}
                >
                  {item.icon !== undefined && <span className={styles.icon}>{item.icon}</span>}
                  {item.label}
                </Menu.Item>
              </Fragment>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** A menu stays within the pane of its button, not over the list beside. */
function sideOf(button: Element): 'start' | 'end' {
  const pane = button.closest('main, aside, nav, section')?.getBoundingClientRect();
  const { left, right } = button.getBoundingClientRect();
  return pane !== undefined && (left - pane.left + right - pane.right) * directionFactor() < 0
    ? 'start'
    : 'end';
}

/** A menu stays this close to the pointer, in px, also at a tall message. */
const NEAR = 80;

function anchorOf(at: MenuPlace) {
  if (at instanceof Element) return at;
  const { x, y, row } = at;
  const top = Math.max(row?.top ?? y, y - NEAR);
  const bottom = Math.min(row?.bottom ?? y, y + NEAR);
  return { getBoundingClientRect: () => new DOMRect(x, top, 0, bottom - top) };
}

/** Above and below it is at the pointer, to the left and right beside the row. */
function offsetOf(at: MenuPlace) {
  if (at instanceof Element) return 6;
  const { x, row } = at;
  const [left, right] = row ? [x - row.left, row.right - x] : [0, 0];
  return ({ side }: { readonly side: string }) => 2 + (side === 'left' ? left : side === 'right' ? right : 0);
}

/** One row: left and right move along it, up and down leave it. */
function Quick({ quick }: { readonly quick: QuickItems }) {
  return (
    <>
      <Menu.Group className={styles.quick} aria-label={quick.label} onKeyDown={along}>
        {quick.items.map(({ key, label, sign, isChecked, onSelect }) => (
          <Menu.CheckboxItem
            key={key}
            label={label}
            aria-label={label}
            checked={isChecked}
            closeOnClick
            className={cx(styles.sign, isChecked && styles.chosen)}
            onClick={onSelect}
          >
            {sign}
          </Menu.CheckboxItem>
        ))}
        {quick.more && (
          <Menu.Item
            label={quick.more.label}
            aria-label={quick.more.label}
            title={quick.more.label}
            className={styles.sign}
            onClick={quick.more.onSelect}
          >
            <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
          </Menu.Item>
        )}
      </Menu.Group>
      <Menu.Separator className={styles.line} />
    </>
  );
}

/** Opened by the keyboard, a menu begins at its first entry. */
function enter({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  const fromInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
  if (target === currentTarget && !fromInside && target.matches(':focus-visible'))
    entriesIn(currentTarget)[0]?.focus();
}

const ENTRIES = '[role^="menuitem"]:not([aria-disabled="true"])';
const entriesIn = (element: Element | null): readonly HTMLElement[] => [
  ...(element?.querySelectorAll<HTMLElement>(ENTRIES) ?? []),
];

function along(event: KeyboardEvent<HTMLElement>): void {
  const row = entriesIn(event.currentTarget);
  const at = row.findIndex((one) => one === document.activeElement);
  const all = entriesIn(event.currentTarget.closest('[role="menu"]'));
  const next = {
    ArrowRight: row[(at + 1) % row.length],
    ArrowLeft: row.at(at - 1),
    ArrowDown: all[row.length],
    ArrowUp: all.at(-1),
  }[logicalKey(event)];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
