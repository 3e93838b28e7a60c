import { Menu } from '@base-ui/react/menu';
import { cx } from '../class-names.ts';
import type { MenuPlace, MenuSpec } from '../menu.tsx';
import { useOnTop } from '../use-on-top.ts';
import styles from './menu-popup.module.css';

const BESIDE = { side: 'flip', align: 'flip' } as const;
const AT_POINT = { side: 'shift', align: 'shift' } as const;

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
          align={spec.at instanceof Element ? 'end' : 'start'}
          sideOffset={spec.at instanceof Element ? 6 : 2}
          collisionPadding={8}
          // At a point it moves up as far as it needs, for there may be room neither below nor above.
          collisionAvoidance={spec.at instanceof Element ? BESIDE : AT_POINT}
        >
          <Menu.Popup data-over className={styles.popup} aria-label={spec.title}>
            {spec.items.map((item) => (
              <Menu.Item
                key={item.key}
                label={item.label}
                disabled={item.disabled ?? false}
                closeOnClick={item.leads !== true}
                className={cx(styles.item, item.danger && styles.danger)}
                onClick={item.run}
              >
                {item.icon !== undefined && <span className={styles.icon}>{item.icon}</span>}
                {item.label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function anchorOf(at: MenuPlace) {
  if (at instanceof Element) return at;
  const { x, y } = at;
  return { getBoundingClientRect: () => new DOMRect(x, y, 0, 0) };
}
