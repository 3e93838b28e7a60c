import { ChevronsLeft, ChevronsRight, Monitor, Moon, Smartphone, Sun, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { LANGUAGES } from 'texts:languages';
import { typeOf } from '../model/line.ts';
import type { Picked, ScreenLink, ScreenView } from '../model/screen-link.ts';
import type { ScreenSource } from '../model/screen-source.ts';
import { connectFrame, SCREEN_PAGE, watchSize } from '../platform/screen-frame.ts';
import styles from './screen.module.css';

const icon = { size: 15, strokeWidth: 2, 'aria-hidden': true } as const;

export type ScreenWidth = 'phone' | 'wide';

const SIZES = { phone: { width: 390, height: 780 }, wide: { width: 1_180, height: 760 } } as const;

interface Props {
  readonly source: ScreenSource;
  readonly link: ScreenLink;
  readonly device: ScreenWidth;
  readonly onDevice: (device: ScreenWidth) => void;
  /** Above the screen, if there are two. */
  readonly title?: string | undefined;
}

/** The app as the user saw it at the chosen event. */
export function ScreenPane({ source, link, device, onDevice, title }: Props) {
  const screen = useSyncExternalStore(link.subscribe, link.get);
  const { isSeeking, selection, visibleEvent } = screen;
  return (
    <section className={styles.pane} aria-label="Screen">
      {title !== undefined && <h2>{title}</h2>}
      <div className={styles.tools}>
        <DeviceButton device="phone" current={device} onDevice={onDevice} />
        <DeviceButton device="wide" current={device} onDevice={onDevice} />
        <Appearance link={link} />
        <span className={styles.grow} />
        <SeekButton link={link} by={-1} isSeeking={isSeeking} />
        <SeekButton link={link} by={1} isSeeking={isSeeking} />
      </div>
      <Frame link={link} device={device} visibleEvent={visibleEvent} />
      {selection === null ? (
        <p className={styles.note} role="status">
          {noteOf(screen)}
        </p>
      ) : (
        <Causes source={source} link={link} selection={selection} />
      )}
    </section>
  );
}

function noteOf({ isSeeking, isWaiting, note }: ScreenView): string {
  if (isSeeking) return 'Searching …';
  if (note !== null) return note;
  return isWaiting
    ? 'This page shows data that is not an event, so it keeps loading here.'
    : 'Click an element to see which events made it.';
}

/** The screen of the second script, dressed as the first one. */
export function OtherScreenPane({
  source,
  link,
  device,
  title,
}: Omit<Props, 'onDevice'> & { readonly title: string }) {
  const { selection, visibleEvent } = useSyncExternalStore(link.subscribe, link.get);
  return (
    <section className={styles.pane} data-other aria-label="Other screen">
      <h2>{title}</h2>
      <div className={styles.tools} />
      <Frame link={link} device={device} visibleEvent={visibleEvent} />
      {selection === null ? (
        <p className={styles.note}>Both screens show the same place in the two scripts.</p>
      ) : (
        <Causes source={source} link={link} selection={selection} />
      )}
    </section>
  );
}

function DeviceButton({
  device,
  current,
  onDevice,
}: {
  readonly device: ScreenWidth;
  readonly current: ScreenWidth;
  readonly onDevice: Props['onDevice'];
}) {
  const Picture = device === 'phone' ? Smartphone : Monitor;
  return (
    <button
      type="button"
      aria-label={device === 'phone' ? 'Phone' : 'Wide window'}
      aria-pressed={device === current}
      onClick={() => onDevice(device)}
    >
      <Picture {...icon} />
    </button>
  );
}

function Appearance({ link }: { readonly link: ScreenLink }) {
  const { dark, language } = useSyncExternalStore(link.subscribe, link.get).appearance;
  return (
    <>
      <button
        type="button"
        aria-label={dark === true ? 'Show light' : 'Show dark'}
        onClick={() => link.choose({ dark: dark !== true })}
      >
        {dark === true ? <Sun {...icon} /> : <Moon {...icon} />}
      </button>
      <select
        aria-label="Language of the screen"
        value={language ?? ''}
        onChange={({ target }) => link.choose({ language: target.value === '' ? null : target.value })}
      >
        <option value="">recorded</option>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
}

function SeekButton({
  link,
  by,
  isSeeking,
}: {
  readonly link: ScreenLink;
  readonly by: 1 | -1;
  readonly isSeeking: boolean;
}) {
  const words = by === 1 ? 'Next change of the screen' : 'Previous change of the screen';
  return (
    <button
      type="button"
      aria-label={words}
      title={`${words}  ${by === 1 ? ']' : '['}`}
      disabled={isSeeking}
      onClick={() => link.seek(by)}
    >
      {by === 1 ? <ChevronsRight {...icon} /> : <ChevronsLeft {...icon} />}
    </button>
  );
}

function Frame({
  link,
  device,
  visibleEvent,
}: {
  readonly link: ScreenLink;
  readonly device: ScreenWidth;
  readonly visibleEvent: number | null;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0.5);
  const { width, height } = SIZES[device];
  useEffect(() => (frame.current === null ? undefined : connectFrame(frame.current, link)), [link]);
  useEffect(
    () =>
      room.current === null
        ? undefined
        : watchSize(room.current, (w, h) => setScale(Math.min(1, w / width, h / height))),
    [width, height],
  );
  return (
    <div ref={room} className={styles.room}>
      <div className={styles.device} style={{ width: width * scale, height: height * scale }}>
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a sandboxed page has another origin, whose code would not load; it seals itself instead */}
        <iframe
          ref={frame}
          src={SCREEN_PAGE}
          title="The app at this event"
          data-drawn={visibleEvent ?? undefined}
          style={{ width, height, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
}

const NAMES = {
  message: 'Message',
  chat: 'Chat',
  call: 'Call',
  counts: 'Counts of the tabs',
  page: 'Page',
} as const;

function Causes({
  source,
  link,
  selection,
}: {
  readonly source: ScreenSource;
  readonly link: ScreenLink;
  readonly selection: Picked;
}) {
  const { part, words, events } = selection;
  return (
    <div className={styles.made}>
      <p>
        <strong>{NAMES[part.kind]}</strong> {words}
        <button type="button" aria-label="Close the list of events" onClick={() => link.forget()}>
          <X {...icon} />
        </button>
      </p>
      <ol aria-label="Events that made it">
        {events.map((n) => {
          const line = source.session.lines[n - 1];
          return (
            <li key={n}>
              <button type="button" onClick={() => source.jump(n)}>
                {n} {line === undefined ? '' : typeOf(line)}
              </button>
            </li>
          );
        })}
        {events.length === 0 && <li>No event of this recording: it was there from the start.</li>}
      </ol>
    </div>
  );
}
