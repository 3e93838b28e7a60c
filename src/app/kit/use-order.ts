import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { logicalKey } from './logical-key.ts';

/** Steps of the arrow keys on a handle. */
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Id of a sortable item. */
type OrderId = number | string;

export interface Order<Id extends OrderId> {
  /** The displayed order: the server's order plus moves that are not saved yet. */
  readonly ids: readonly Id[];
  readonly dragged: Id | null;
  /** Props for an item's handle. */
  readonly handle: (id: Id) => {
    readonly 'data-handle': Id;
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

const reordered = <Id extends OrderId>(ids: readonly Id[], id: Id, to: number): readonly Id[] =>
  ids.filter((one) => one !== id).toSpliced(to, 0, id);

/**
 * The shortest request that gives the server this order: everything up to the last place that differs
 * (EMOJI-3).
 */
export function changedFront<Id extends OrderId>(before: readonly Id[], now: readonly Id[]): readonly Id[] {
  const last = now.findLastIndex((id, at) => before[at] !== id);
  return now.slice(0, last + 1);
}

/** Sends the orders one after the other; of those that wait only the newest. */
function useSaving<Id extends OrderId>(
  stored: readonly Id[],
  keep: (front: readonly Id[]) => Promise<boolean>,
  { onRefused, onListed }: { readonly onRefused: () => void; readonly onListed: () => void },
): (order: readonly Id[]) => void {
  const saving = useRef<Promise<void>>(Promise.resolve());
  const newest = useRef(0);
  const underWay = useRef(0);
  // The server's order: the last one listed, or saved since.
  const reported = useRef(stored);
  const save = (order: readonly Id[]) => {
    newest.current += 1;
    underWay.current += 1;
    const turn = newest.current;
    const before = saving.current;
    const save = async () => {
      await before;
      if (turn === newest.current) {
        const front = changedFront(reported.current, order);
        if (front.length === 0 || (await keep(front))) reported.current = order;
        else if (turn === newest.current) onRefused();
      }
      underWay.current -= 1;
    };
    saving.current = save();
  };
  const listed = stored.join();
  const onNewList = useEffectEvent((_listed: string) => {
    reported.current = stored;
    if (underWay.current === 0) onListed();
  });
  useEffect(() => onNewList(listed), [listed]);
  return save;
}

/** A dragged item follows the pointer. */
function useDragged<Id extends OrderId>(
  dragged: Id | null,
  ids: readonly Id[],
  onOver: (order: readonly Id[]) => void,
  onEnd: (order: readonly Id[]) => void,
): void {
  const over = useEffectEvent((one: Id, event: globalThis.PointerEvent) => {
    const place = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement>('[data-place]')?.dataset['place'];
    const to = ids.findIndex((id) => String(id) === place);
    if (to >= 0 && ids[to] !== one) onOver(reordered(ids, one, to));
  });
  const ended = useEffectEvent(() => onEnd(ids));
  useEffect(() => {
    if (dragged === null) return;
    const onMove = (event: globalThis.PointerEvent) => over(dragged, event);
    const end = () => ended();
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return () => {
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
  }, [dragged]);
}

/**
 * Sorts items by their handles: dragged by mouse, pen or finger over the place of another (`data-place`
 * contains its id), or moved by arrow keys. `keep` saves after each move, one after the other; false restores
 * the saved order. `onMoved` announces the new place to screen readers.
 */
export function useOrder<Id extends OrderId>(
  stored: readonly Id[],
  keep: (front: readonly Id[]) => Promise<boolean>,
  onMoved: (id: Id, place: number) => void,
): Order<Id> {
  const [pendingOrder, setPendingOrder] = useState<readonly Id[] | null>(null);
  const [dragged, setDragged] = useState<Id | null>(null);
  const drop = () => setPendingOrder(null);
  // A dragged item stays with the pointer; otherwise a new order from the server wins, from any device.
  const save = useSaving(stored, keep, { onRefused: drop, onListed: () => dragged === null && drop() });
  const focus = useRef<Id | null>(null);
  // Removed items are dropped from the moved order.
  const ids =
    pendingOrder === null
      ? stored
      : [
          ...pendingOrder.filter((id) => stored.includes(id)),
          ...stored.filter((id) => !pendingOrder.includes(id)),
        ];
  // A row that changes its place in the page loses the focus.
  useLayoutEffect(() => {
    if (focus.current !== null)
      document.querySelector<HTMLElement>(`[data-handle="${focus.current}"]`)?.focus();
    focus.current = null;
  });
  useDragged(
    dragged,
    ids,
    (order) => setPendingOrder(order),
    (order) => {
      setDragged(null);
      save(order);
    },
  );
  const step = (id: Id, by: 1 | -1) => {
    const to = ids.indexOf(id) + by;
    if (to < 0 || to >= ids.length) return;
    const next = reordered(ids, id, to);
    focus.current = id;
    setPendingOrder(next);
    onMoved(id, to);
    save(next);
  };
  return {
    ids,
    dragged,
    handle: (id) => ({
      'data-handle': id,
      onPointerDown: (event) => {
        // The picture below must not be dragged as a file, nor the page scrolled.
        event.preventDefault();
        setDragged(id);
      },
      onKeyDown: (event) => {
        const by = STEPS[logicalKey(event)];
        if (by === undefined) return;
        event.preventDefault();
        step(id, by);
      },
    }),
  };
}
