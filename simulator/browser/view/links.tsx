import { type RefObject, useLayoutEffect, useState } from 'react';
import type { RunView } from '../view-types.ts';
import { boxPlaceOf } from './places.ts';
import styles from './view.module.css';

interface Line {
  readonly key: string;
  readonly path: string;
}

/** A line from each connected device to the server that holds its socket. */
export function ConnectionLines({
  stage,
  view,
}: {
  readonly stage: RefObject<HTMLDivElement | null>;
  readonly view: RunView;
}) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const wires = view.phones.flatMap((phone) => {
    const node =
      phone.connection === 'open' ? view.nodes.find((one) => one.online.includes(phone.person)) : undefined;
    return node ? [`${phone.device} ${node.name}`] : [];
  });
  // A further device moves the others.
  const key = [view.phones.length, ...wires].join();
  useLayoutEffect(() => {
    const draw = () => {
      const frame = stage.current;
      if (frame === null) return;
      setLines(
        key
          .split(',')
          .slice(1)
          .flatMap((wire) => {
            const [device = '', node = ''] = wire.split(' ');
            const [from, to] = [boxPlaceOf(frame, 'node', node), boxPlaceOf(frame, 'device', device)];
            if (from === null || to === null) return [];
            const middle = (from.bottom + to.top) / 2;
            return [
              {
                key: wire,
                path: `M${from.x} ${from.bottom} C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${to.top}`,
              },
            ];
          }),
      );
    };
    draw();
    addEventListener('resize', draw);
    return () => removeEventListener('resize', draw);
  }, [stage, key]);
  return (
    <svg className={styles.links} aria-hidden="true">
      {lines.map((line) => (
        <path key={line.key} d={line.path} />
      ))}
    </svg>
  );
}
