import { createContext, type CSSProperties, type KeyboardEvent, type ReactElement, type ReactNode, type Ref, useContext } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';

/** Drawn beyond what is seen, so that a fast wheel shows no gaps. */
const BUFFER_PX = 800;

const LabelContext = createContext('');

function List({ style, children, ref }: { readonly style: CSSProperties; readonly children: ReactNode; readonly ref?: Ref<HTMLUListElement> }) {
  return (
    <ul ref={ref} style={style} aria-label={useContext(LabelContext)}>
      {children}
    </ul>
  );
}

/** A scrolling list of which only what is seen is drawn; to a screen reader it is one named list. */
export function VirtualList<T>({
  label,
  itemPx,
  handle,
  onScroll,
  data,
  children,
}: {
  readonly label: string;
  /** Height of most items, for the first guess. */
  readonly itemPx: number;
  readonly handle?: Ref<VirtualizerHandle>;
  readonly onScroll?: () => void;
  /** With a function as children: only rows that are drawn are made. */
  readonly data?: readonly T[];
  readonly children: ReactNode | ((item: T) => ReactElement);
}) {
  return (
    <LabelContext value={label}>
    <div style={{ height: '100%', overflowY: 'auto', overscrollBehavior: 'contain' }} onKeyDown={moveFocus}>
      <Virtualizer ref={handle} as={List} item="li" bufferSize={BUFFER_PX} itemSize={itemPx} {...(data && { data })} {...(onScroll && { onScroll })}>
        {children}
      </Virtualizer>
    </div>
    </LabelContext>
  );
}

/** Up and down go from row to row (`data-row`), so that a long list needs no long way of tabs. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
