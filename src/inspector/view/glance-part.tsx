import { useEffect, useMemo, useState } from 'react';
import type { Controller, ControllerView } from '../model/controller.ts';
import { cardsAt, type MachineCard, type RunningTimer } from '../model/glance.ts';
import { MACHINES } from '../machines.ts';
import { everyTick, timeNow } from '../platform/frames.ts';
import { timeOfDayText } from './clock-text.ts';
import styles from './glance.module.css';
import type { MachineChoice } from './machine-list.tsx';

interface Props {
  readonly controller: Controller;
  readonly view: ControllerView;
  readonly choose: (choice: MachineChoice) => void;
}

/** All machines as cards: what each does now, since when, and what it waits for. */
export function GlancePart({ controller, view, choose }: Props) {
  const { n, length, live, following } = view;
  const cards = useMemo(
    () => cardsAt(controller.session, Math.min(n, length)),
    [controller.session, n, length],
  );
  const nowMs = useNow(live && following, controller.session.lines[n - 1]?.atMs ?? 0);
  const idle = MACHINES.filter(({ name }) => !cards.some((card) => card.name === name));
  return (
    <div className={styles.page}>
      {cards.length === 0 ? (
        <p className={styles.empty}>
          {length === 0
            ? 'No app is watched. Add ?record=1 to the address of the app, or open a script.'
            : 'No machine has run at this event. Recordings of users hold events only, without machines.'}
        </p>
      ) : (
        <ul className={styles.cards} aria-label="Machines at a glance">
          {cards.map((card) => (
            <li key={card.actor}>
              <Card card={card} nowMs={nowMs} open={() => choose({ name: card.name, actor: card.actor })} />
            </li>
          ))}
        </ul>
      )}
      <p className={styles.idle}>
        Not running:{' '}
        {idle.map(({ name, about }) => (
          <button key={name} type="button" title={about} onClick={() => choose({ name, actor: null })}>
            {name}
          </button>
        ))}
      </p>
    </div>
  );
}

function Card({
  card,
  nowMs,
  open,
}: {
  readonly card: MachineCard;
  readonly nowMs: number;
  readonly open: () => void;
}) {
  const { actor, about, state, isOver, event, atMs, timers } = card;
  return (
    <button type="button" className={styles.card} data-over={isOver || undefined} onClick={open}>
      <span className={styles.head}>
        <strong>{actor}</strong> {about}
      </span>
      <span className={styles.state}>{isOver ? `ended in ${state}` : state}</span>
      <span className={styles.last}>
        {event} · {agoText(nowMs - atMs, atMs)}
      </span>
      {timers.map((timer) => (
        <Countdown key={timer.name} timer={timer} nowMs={nowMs} />
      ))}
    </button>
  );
}

function Countdown({ timer, nowMs }: { readonly timer: RunningTimer; readonly nowMs: number }) {
  const { name, delayMs, endMs } = timer;
  const leftMs = Math.max(0, Math.min(delayMs, endMs - nowMs));
  return (
    <span className={styles.timer}>
      {name} {leftMs === 0 ? 'due' : `in ${durationOf(leftMs)}`}
      <i style={{ width: `${(100 * leftMs) / Math.max(1, delayMs)}%` }} />
    </span>
  );
}

/** The time of this computer while the page follows an app, or that of the event shown. */
function useNow(isLive: boolean, atMs: number): number {
  const [now, setNow] = useState(timeNow);
  useEffect(() => (isLive ? everyTick(() => setNow(timeNow())) : undefined), [isLive]);
  return isLive ? Math.max(now, atMs) : atMs;
}

const durationOf = (ms: number): string => {
  const sec = Math.ceil(ms / 1_000);
  if (sec < 120) return `${sec} s`;
  return sec < 7_200 ? `${Math.round(sec / 60)} min` : `${Math.round(sec / 3_600)} h`;
};

const agoText = (ms: number, atMs: number): string =>
  ms < 1_000 ? 'now' : ms < 3_600_000 ? `${durationOf(ms)} ago` : timeOfDayText(atMs);
