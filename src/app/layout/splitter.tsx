import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { cx } from '../kit/class-names.ts';
import { listWidths } from './list-width.ts';
import styles from './splitter.module.css';
import { directionFactor } from '../kit/direction.ts';
import { logicalKey } from '../kit/logical-key.ts';

const STEP = 20;

export interface SplitterProps {
  readonly width: number;
  readonly onWidth: (px: number | null) => void;
}

/** Drag, arrows, or a double press for the normal width (null). */
export default function Splitter({ width, onWidth }: SplitterProps) {
  const { t } = useTranslation();
  const [dragging, setDragging] = useState(false);
  const down = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragging(true);
  };
  const key = (event: KeyboardEvent) => {
    const next = {
      ArrowLeft: width - STEP,
      ArrowRight: width + STEP,
      Home: listWidths.min,
      End: listWidths.max,
    }[logicalKey(event)];
    if (next === undefined) return;
    event.preventDefault();
    onWidth(next);
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('a11y.resizeList')}
      aria-valuemin={listWidths.min}
      aria-valuemax={listWidths.max}
      aria-valuenow={width}
      tabIndex={0}
      className={cx(styles.splitter, dragging && styles.dragging)}
      onPointerDown={down}
      onPointerMove={(event) => dragging && onWidth(widthTo(event.clientX, event.currentTarget))}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={() => setDragging(false)}
      onDoubleClick={() => onWidth(null)}
      onKeyDown={key}
    />
  );
}

/** Of the list that ends at the pointer. */
function widthTo(x: number, edge: Element): number {
  const { left = 0, right = 0 } = edge.parentElement?.getBoundingClientRect() ?? {};
  return directionFactor() === 1 ? x - left : right - x;
}
