import { Maximize2, Mic, MicOff, Move, PhoneOff } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useNavigate } from '../../kit/navigation.ts';
import type { CallView, LocalView, MediaView } from '../../../client/interface/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { IconButton } from '../../kit/button.tsx';
import { openSheet } from '../../kit/open-sheet.ts';
import { cx } from '../../kit/class-names.ts';
import { useClient } from '../../shared/client-context.ts';
import { callPath } from './call-path.ts';
import styles from './floating.module.css';
import { Stream } from './stream.tsx';
import { TalkTime } from './talk-time.tsx';

interface Place {
  readonly x: number;
  readonly y: number;
}

const STEP_PX = 24;
const SLACK_PX = 5;
const EDGE_PX = 8;
const ARROWS: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -STEP_PX, y: 0 },
  ArrowRight: { x: STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: -STEP_PX },
  ArrowDown: { x: 0, y: STEP_PX },
};

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Last position of the window, in pixels from its corner: the next call starts there. */
let lastPlace: Place = { x: 0, y: 0 };

/** Moves a fixed element inside the window, by pointer and keys; it never leaves the screen. */
function useFloat(frame: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState(lastPlace);
  const dragStart = useRef<{ readonly from: Place; readonly at: Place; hasMoved: boolean } | null>(null);
  const swallows = useRef(false);

  const moveTo = (target: Place) => {
    const element = frame.current;
    if (element === null) return;
    // Measures its place without the current shift, and its range of movement.
    const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = element;
    lastPlace = {
      x: within(target.x, EDGE_PX - left, window.innerWidth - EDGE_PX - width - left),
      y: within(target.y, EDGE_PX - top, window.innerHeight - EDGE_PX - height - top),
    };
    setPlace(lastPlace);
  };
  const stay = useEffectEvent(() => moveTo(place));
  useEffect(() => {
    const onResize = () => stay();
    onResize();
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, []);

  const onMove = useEffectEvent((event: globalThis.PointerEvent) => {
    const drag = dragStart.current;
    if (drag === null) return;
    const by = { x: event.clientX - drag.at.x, y: event.clientY - drag.at.y };
    if (!drag.hasMoved && Math.hypot(by.x, by.y) < SLACK_PX) return;
    drag.hasMoved = true;
    moveTo({ x: drag.from.x + by.x, y: drag.from.y + by.y });
  });
  const onEnd = useEffectEvent(() => {
    swallows.current = dragStart.current?.hasMoved ?? false;
    dragStart.current = null;
  });
  // A fast pointer leaves the element before its first move event.
  useEffect(() => {
    const move = (event: globalThis.PointerEvent) => onMove(event);
    const end = () => dragStart.current !== null && onEnd();
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
  }, []);
  return {
    place,
    /** True once for the press that ended a move; the keyboard presses without a pointer. */
    swallow: (event: MouseEvent): boolean => {
      const was = swallows.current && event.detail > 0;
      swallows.current = false;
      return was;
    },
    onKey: (event: KeyboardEvent) => {
      const by = ARROWS[event.key];
      if (by === undefined) return;
      event.preventDefault();
      moveTo({ x: place.x + by.x, y: place.y + by.y });
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      swallows.current = false;
      dragStart.current = { from: place, at: { x: event.clientX, y: event.clientY }, hasMoved: false };
    },
  };
}

const icon = { size: 20, strokeWidth: 1.75 } as const;

/** The minimised call above any open page. */
export function FloatingCall({ call }: { readonly call: CallView }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const { local, remote, name } = call;
  return (
    <FloatingWindow
      label={t('call.with', { name })}
      name={name}
      face={<Avatar id={call.peer} name={name} src={call.avatar} size={36} />}
      time={<TalkTime call={call} className={styles.what} />}
      picture={remote.camera ? remote.view : null}
      pictureLabel={t('call.theirPicture', { name })}
      local={local}
      path={callPath(call)}
      endLabel={t('call.hangUp')}
      onEnd={() => actions.hangUp()}
    />
  );
}

/** The window of a call. The user drags it, or moves it with the arrow keys on its grip. */
export function FloatingWindow({
  label,
  name,
  face,
  time,
  picture: view,
  pictureLabel,
  local,
  path,
  endLabel,
  onEnd,
}: {
  readonly label: string;
  readonly name: string;
  /** Shown where there is no picture. */
  readonly face: ReactNode;
  readonly time: ReactNode;
  readonly picture: MediaView | null;
  readonly pictureLabel: string;
  readonly local: LocalView;
  /** Of the page of the call. */
  readonly path: string;
  readonly endLabel: string;
  readonly onEnd: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const navigate = useNavigate();
  const frame = useRef<HTMLElement>(null);
  const float = useFloat(frame);
  // The page would take a sheet with fields away: as with back, the sheet asks first.
  const expand = () => {
    const field = openSheet()?.querySelector('input, textarea') ?? null;
    void (field === null ? navigate(path) : navigate(-1));
  };
  return (
    <section
      ref={frame}
      className={styles.float}
      style={{ transform: `translate(${float.place.x}px, ${float.place.y}px)` }}
      aria-label={label}
      onPointerDown={float.onPointerDown}
      onClickCapture={(event) => float.swallow(event) && event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() === 'm' && !event.ctrlKey && !event.metaKey && !event.altKey)
          actions.setMicrophone(!local.microphone);
      }}
    >
      {view !== null && (
        <button
          type="button"
          className={styles.picture}
          aria-label={t('call.expand')}
          onClick={expand}
          tabIndex={-1}
        >
          <Stream view={view} mine={false} label={pictureLabel} />
        </button>
      )}
      <div className={styles.foot}>
        {view === null && face}
        <div className={styles.words}>
          <p className={styles.name} title={name}>
            <bdi>{name}</bdi>
          </p>
          {time}
        </div>
      </div>
      <div className={styles.buttons}>
        <IconButton className={cx(styles.tool, styles.grip)} label={t('call.move')} onKeyDown={float.onKey}>
          <Move {...icon} />
        </IconButton>
        <IconButton className={styles.tool} label={t('call.expand')} onClick={expand}>
          <Maximize2 {...icon} />
        </IconButton>
        <IconButton
          className={styles.tool}
          label={t(local.microphone ? 'call.micOff' : 'call.micOn')}
          aria-keyshortcuts="M"
          disabled={local.view === null}
          onClick={() => actions.setMicrophone(!local.microphone)}
        >
          {local.microphone ? <Mic {...icon} /> : <MicOff {...icon} />}
        </IconButton>
        <IconButton className={styles.refuse} label={endLabel} onClick={onEnd}>
          <PhoneOff {...icon} />
        </IconButton>
      </div>
    </section>
  );
}
