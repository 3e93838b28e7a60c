import { type RefObject, useEffect, useRef } from 'react';
import type { Flight, RunView } from '../view-types.ts';
import { prefersReducedMotion } from './page-adapter.ts';
import { boxPlaceOf } from './places.ts';
import styles from './view.module.css';

/** How long a message is seen on its way, in real time; more at once than this are not drawn. */
const [SEEN_MS, AT_ONCE] = [700, 40];

interface Props {
  readonly stage: RefObject<HTMLDivElement | null>;
  readonly view: RunView;
  readonly flights: readonly Flight[];
}

/**
 * Messages between servers and devices: frames along the socket's line, calls to the middle of the servers.
 */
export function Flights({ stage, view, flights }: Props) {
  const sky = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [frame, air] = [stage.current, sky.current];
    if (frame === null || air === null || prefersReducedMotion()) return;
    for (const flight of flights) {
      if (air.childElementCount >= AT_ONCE) break;
      fly(frame, air, view, flight);
    }
    // Each view brings its own; the same one again brings none.
  }, [stage, flights, view]);
  return <div ref={sky} className={styles.sky} aria-hidden="true" />;
}

const at = ({ x, y }: { readonly x: number; readonly y: number }): string =>
  `translate(calc(${x}px - 50%), calc(${y}px - 50%))`;

function fly(
  frame: HTMLElement,
  air: HTMLElement,
  view: RunView,
  { device, way, kind, label }: Flight,
): void {
  const person = view.phones.find((phone) => phone.device === device)?.person ?? '';
  const receiver = kind === 'frame' ? view.nodes.find((one) => one.online.includes(person)) : undefined;
  const node = receiver ?? view.nodes.find((one) => one.up);
  const [above, below] = [
    node ? boxPlaceOf(frame, 'node', node.name) : null,
    boxPlaceOf(frame, 'device', device),
  ];
  if (above === null || below === null) return;
  const points = [
    { x: above.x, y: above.bottom },
    { x: below.x, y: below.top },
  ];
  const [from, to] = way === 'down' ? points : points.toReversed();
  if (!from || !to) return;
  const dot = document.createElement('span');
  dot.className = styles['flight'] ?? '';
  dot.dataset['kind'] = kind;
  dot.textContent = label;
  air.append(dot);
  const moving = dot.animate(
    [
      { transform: at(from), opacity: 1 },
      { transform: at(to), opacity: 0.9 },
    ],
    { duration: SEEN_MS, easing: 'ease-in-out' },
  );
  moving.addEventListener('finish', () => dot.remove());
}
