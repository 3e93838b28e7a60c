import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { cx } from '../kit/class-names.ts';
import { useVast } from '../kit/use-media.ts';
import { useSetting } from '../kit/use-setting.ts';
import styles from './splitter.module.css';

const [MIN, MAX, NORMAL, STEP] = [260, 560, 320, 20];
/** Where nobody drew it, a very wide window gives the list more, so that names are whole. */
const ROOMY = 400;
const clamp = (px: number): number => Math.min(MAX, Math.max(MIN, Math.round(px)));

/** Width of the list beside the chat, kept on this device (UI-101). */
export function useListWidth(): readonly [number, (px: number | null) => void] {
  const [text, write] = useSetting('listWidth');
  const normal = useVast() ? ROOMY : NORMAL;
  const width = text === null || !/^\d+$/.test(text) ? normal : clamp(Number(text));
  return [width, (px) => write(px === null ? null : String(clamp(px)))];
}

/** Drag, arrows, or a double press for the normal width (null). */
export function Splitter({
  width,
  onWidth,
}: {
  readonly width: number;
  readonly onWidth: (px: number | null) => void;
}) {
  const { t } = useTranslation();
  const [dragging, setDragging] = useState(false);
  const down = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragging(true);
  };
  const key = (event: KeyboardEvent) => {
    const next = { ArrowLeft: width - STEP, ArrowRight: width + STEP, Home: MIN, End: MAX }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onWidth(next);
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('a11y.resizeList')}
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      aria-valuenow={width}
      tabIndex={0}
      className={cx(styles.splitter, dragging && styles.dragging)}
      onPointerDown={down}
      onPointerMove={(event) => dragging && onWidth(event.clientX - listStart(event.currentTarget))}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={() => setDragging(false)}
      onDoubleClick={() => onWidth(null)}
      onKeyDown={key}
    />
  );
}

const listStart = (edge: Element): number => edge.parentElement?.getBoundingClientRect().left ?? 0;
