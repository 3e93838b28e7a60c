import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { cx } from '../kit/class-names.ts';
import { useSetting } from '../kit/use-setting.ts';
import styles from './splitter.module.css';

const [MIN, MAX, NORMAL, STEP] = [260, 420, 320, 20];
const clamp = (px: number): number => Math.min(MAX, Math.max(MIN, Math.round(px)));

/** Width of the list beside the chat, kept on this device. */
export function useListWidth(): readonly [number, (px: number) => void] {
  const [text, write] = useSetting('listWidth');
  const width = text === null || !/^\d+$/.test(text) ? NORMAL : clamp(Number(text));
  return [width, (px) => write(String(clamp(px)))];
}

/** Drag, arrows, or a double press for the normal width. `edge` is where the list begins, in pixels. */
export function Splitter({ width, onWidth, edge }: { readonly width: number; readonly onWidth: (px: number) => void; readonly edge: number }) {
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
      onPointerMove={(event) => dragging && onWidth(event.clientX - edge)}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={() => setDragging(false)}
      onDoubleClick={() => onWidth(NORMAL)}
      onKeyDown={key}
    />
  );
}
