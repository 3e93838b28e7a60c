import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { assert } from '../../domain/assert.ts';
import { networkLimits } from '../../domain/first-limits.ts';
import { schedule } from '../platform/time.ts';
import styles from './toaster.module.css';

const SHOWN_MAX = 3;
const WITH_ACTION_MS = 6_000;
/** Long enough for a screen reader that is still reading something else. */
const SAID_MS = 20_000;

export interface ToastOptions {
  /** An action such as "Undo"; such a toast stays longer. */
  readonly action?: { readonly label: string; readonly onSelect: () => void };
  readonly ms?: number;
  /** Ends it early: what it leads to is on the screen. Returns how to stop watching. */
  readonly until?: (end: () => void) => () => void;
  /** It ended without its action being chosen. */
  readonly onExpire?: () => void;
}

interface Toast extends ToastOptions {
  readonly key: number;
  readonly text: string;
}

export interface Toasts {
  /** Shows a text for 2.5 s (ERR-3); showing the same text again only restarts its time. */
  show(text: string, options?: ToastOptions): void;
  /** Announces a text to screen readers without showing it. */
  say(text: string): void;
}

const ToastContext = createContext<Toasts | null>(null);

export function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  assert(toasts !== null, 'a Toaster above');
  return toasts;
}

export function Toaster({ children }: { readonly children: ReactNode }) {
  const [visibleToasts, setVisibleToasts] = useState<readonly Toast[]>([]);
  const [announcement, setAnnouncement] = useState({ key: 0, text: '' });
  const next = useRef(1);
  const toasts = useMemo<Toasts>(
    () => ({
      show: (text, options = {}) => {
        if (text === '') return;
        const toast = { key: next.current++, text, ...options };
        setVisibleToasts((now) => {
          // A toast with an action at its end is not replaced.
          const others = now.filter((old) => old.text !== text || old.onExpire !== undefined);
          const all = [...others, toast];
          return all.filter(({ onExpire }, i) => onExpire !== undefined || i >= all.length - SHOWN_MAX);
        });
      },
      say: (text) => setAnnouncement({ key: next.current++, text }),
    }),
    [],
  );
  const drop = (key: number) => setVisibleToasts((now) => now.filter((toast) => toast.key !== key));
  return (
    <ToastContext value={toasts}>
      {children}
      <div className={styles.stack} role="status" aria-live="polite">
        {visibleToasts.map((toast) => (
          <ToastLine
            key={toast.key}
            toast={toast}
            onEnd={(isChosen) => {
              drop(toast.key);
              if (isChosen) toast.action?.onSelect();
              else toast.onExpire?.();
            }}
          />
        ))}
      </div>
      <div
        aria-live="polite"
        style={{ position: 'fixed', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}
      >
        {/* A new element each time: the same text twice is announced twice. */}
        {announcement.text !== '' && <LiveText key={announcement.key} text={announcement.text} />}
      </div>
    </ToastContext>
  );
}

/**
 * Removes the text after a while: an old announcement must not be part of the page that a screen reader walks
 * through.
 */
function LiveText({ text }: { readonly text: string }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => schedule(SAID_MS, () => setOver(true)), []);
  return isOver ? null : <p>{text}</p>;
}

function ToastLine({ toast, onEnd }: { readonly toast: Toast; readonly onEnd: (isChosen: boolean) => void }) {
  const [isPaused, setPaused] = useState(false);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  const ms = toast.ms ?? (toast.action ? WITH_ACTION_MS : networkLimits.toastMs);
  useEffect(() => toast.until?.(() => end.current(false)), [toast]);
  // Focus or a pointer on it pauses the time, so that users can reach the button.
  useEffect(() => (isPaused ? undefined : schedule(ms, () => end.current(false))), [isPaused, ms]);
  return (
    <div
      className={styles.toast}
      data-over
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <p>{toast.text}</p>
      {toast.action && (
        <button type="button" className={styles.action} onClick={() => onEnd(true)}>
          {toast.action.label}
        </button>
      )}
    </div>
  );
}
