import { RotateCw } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { uploadLimits } from '../../../../domain/limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { type SquareCut, drawSquare, withinPicture, readPicture, squareOf } from './square-adapter.ts';
import styles from './mine.module.css';

const START: SquareCut = { x: 0, y: 0, zoom: 1, turns: 0 };
const ZOOM_MAX = 4;
const SHOWN_PX = 560;
const STEP = 0.04;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Cuts a chosen picture to a square: drag or arrows move it, the slider brings it nearer. */
export function CropSheet({ file, onClose }: { readonly file: File; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const [picture, setPicture] = useState<HTMLImageElement | 'broken' | null>(null);
  const [square, setSquare] = useState(START);
  useEffect(() => {
    let isClosed = false;
    const read = async () => {
      const loaded = await readPicture(file);
      if (!isClosed) setPicture(loaded ?? 'broken');
    };
    void read();
    return () => {
      isClosed = true;
    };
  }, [file]);
  const save = async (): Promise<string | null> => {
    if (picture === null || picture === 'broken') return t('profile.notAPicture');
    const body = await squareOf(picture, square, uploadLimits.avatarPx * 2);
    if (body === null) return t('profile.notAPicture');
    const answer = await actions.uploadAvatar({ name: 'avatar.jpg', body });
    if (!answer.ok) return failureText(t, answer.reason);
    toasts.show(t('common.saved'));
    return null;
  };
  return (
    <FormSheet
      open
      title={t('profile.cutTitle')}
      confirm={t('common.save')}
      onSubmit={save}
      onClose={onClose}
    >
      {picture === 'broken' ? (
        <p className={styles.alert} role="alert">
          {t('profile.notAPicture')}
        </p>
      ) : (
        picture !== null && (
          <Cutter
            picture={picture}
            square={square}
            onCut={(next) =>
              setSquare(withinPicture({ width: picture.naturalWidth, height: picture.naturalHeight }, next))
            }
          />
        )
      )}
    </FormSheet>
  );
}

function Cutter({
  picture,
  square,
  onCut,
}: {
  readonly picture: HTMLImageElement;
  readonly square: SquareCut;
  readonly onCut: (next: SquareCut) => void;
}) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const at = useRef<{ readonly x: number; readonly y: number } | null>(null);
  useEffect(() => {
    if (canvas.current !== null) drawSquare(canvas.current, picture, square);
  }, [picture, square]);
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (at.current === null) return;
    const side = event.currentTarget.clientWidth;
    onCut({
      ...square,
      x: square.x + (event.clientX - at.current.x) / side,
      y: square.y + (event.clientY - at.current.y) / side,
    });
    at.current = { x: event.clientX, y: event.clientY };
  };
  const key = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onCut({ ...square, x: square.x + step[0], y: square.y + step[1] });
  };
  return (
    <div className={styles.cut}>
      <canvas
        ref={canvas}
        width={SHOWN_PX}
        height={SHOWN_PX}
        role="img"
        tabIndex={0}
        aria-label={t('profile.cutHint')}
        onKeyDown={key}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          at.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          at.current = null;
        }}
      />
      <label className={styles.zoom}>
        <span>{t('profile.zoom')}</span>
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={square.zoom}
          onChange={(event) => onCut({ ...square, zoom: Number(event.target.value) })}
        />
        <IconButton
          label={t('profile.turn')}
          onClick={() => onCut({ ...square, turns: (square.turns + 1) % 4 })}
        >
          <RotateCw size={20} strokeWidth={1.75} />
        </IconButton>
      </label>
    </div>
  );
}
