import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { EventObject } from 'xstate';
import { machineOf, MACHINES, type Listed } from '../machines.ts';
import { activeStates } from '../model/active.ts';
import type { Apps } from '../model/attach.ts';
import type { Desk } from '../model/desk.ts';
import { detach } from '../model/detached.ts';
import { everyFrame } from '../platform/frames.ts';
import type { MachineStep } from '../../client/state/machine-step.ts';
import { aboutMachine } from '../model/about-machine.ts';
import type { ScreenLink } from '../model/screen-link.ts';
import { onPlace, readPlace, writePlace } from '../platform/place.ts';
import { ALL_MACHINES } from '../model/glance.ts';
import { GlancePart } from './glance-part.tsx';
import { Help } from './help.tsx';
import styles from './inspector.module.css';
import { EventLogView } from './log.tsx';
import { MachineList, type MachineChoice } from './machine-list.tsx';
import { Panel } from './panel.tsx';
import { PaneTabs, type PaneName } from './pane-tabs.tsx';
import { Scrubber } from './scrubber.tsx';
import type { ScreenWidth } from './screen-part.tsx';
import { Screens } from './screens.tsx';
import { ChartStage } from './stage.tsx';
import { InspectorBar } from './top-bar.tsx';
import { useDesk } from './use-desk.ts';
import { useKeys } from './use-keys.ts';

/** A copy for events sent by hand; it ends when another moment or machine is selected. */
export interface Copy {
  readonly of: string;
  readonly steps: readonly MachineStep[];
}

/** The selected machine, at the chosen moment or as a copy was moved by hand. */
function useChosen(desk: Desk, view: ReturnType<typeof useDesk>) {
  const [choice, setChoice] = useState<MachineChoice>(() => ({
    name: readPlace().machine ?? 'socket',
    actor: null,
  }));
  const [seen, setSeen] = useState(desk.session);
  // Opens another script at the machine that it is about, unless a link or a reloaded app names one: this page
  // writes its own choice into the address.
  if (seen !== desk.session && desk.session.length > 0) {
    const linked = seen.length === 0 || view.live ? readPlace().machine : null;
    setSeen(desk.session);
    const kept = choice.name === ALL_MACHINES ? ALL_MACHINES : aboutMachine(desk.session);
    setChoice({ name: linked ?? kept, actor: null });
  }
  const [copy, setCopy] = useState<Copy | null>(null);
  const { machines, state } = desk.session.at(view.n);
  // A new session shows the actor of the chosen machine automatically.
  const actor =
    choice.actor ??
    [...machines.values()].find((one) => machineOf(one.machine)?.name === choice.name)?.actor ??
    null;
  const running = actor === null ? null : (machines.get(actor) ?? null);
  const listed = MACHINES.find((one) => one.name === choice.name) ?? MACHINES[0];
  const copyKey = `${choice.name} ${actor} ${view.n}`;
  const hand = copy?.of === copyKey ? (copy.steps.at(-1) ?? null) : null;
  const rest = useMemo(() => (listed === undefined ? null : detach(listed, null).step()), [listed]);
  const current = hand ?? running ?? rest;
  const lit = useMemo(
    () => (current === null ? new Set<string>() : activeStates(current.machine, current.value)),
    [current],
  );
  const send = (event: EventObject) => {
    if (listed === undefined || current === null) return;
    const next = detach(listed, current).send(event);
    desk.stay();
    setCopy({ of: copyKey, steps: [...(hand === null ? [] : (copy?.steps ?? [])), next] });
  };
  return {
    machines,
    state,
    choice,
    setChoice,
    actor,
    listed,
    shown: current,
    running,
    hand,
    lit,
    send,
    back: () => setCopy(null),
  };
}

interface Props {
  readonly desk: Desk;
  readonly apps: Apps;
  readonly link: ScreenLink;
  /** The screen of a second script. */
  readonly other: ScreenLink;
}

/** The address names the event and the machine, so that a link opens here. */
function usePlace(desk: Desk, n: number, machine: string, choose: (choice: MachineChoice) => void): void {
  useEffect(
    () => (desk.session.length === 0 ? undefined : writePlace({ event: n, machine })),
    [desk, n, machine],
  );
  const go = useEffectEvent(() => {
    const place = readPlace();
    if (place.event !== null) desk.jump(place.event);
    if (place.machine !== null) choose({ name: place.machine, actor: null });
  });
  useEffect(() => onPlace(() => go()), []);
}

export function InspectorApp({ desk, apps, link, other }: Props) {
  const view = useDesk(desk);
  const { machines, state, choice, setChoice, actor, listed, shown, running, hand, lit, send, back } =
    useChosen(desk, view);
  const [helpShown, showHelp] = useState(false);
  const [device, setDevice] = useState<ScreenWidth>('phone');
  const [chosenPane, setPane] = useState<PaneName>('screen');
  const pane = view.compared !== null && isOfChart(chosenPane) ? 'screen' : chosenPane;
  const search = useRef<HTMLInputElement>(null);
  const isGlance = choice.name === ALL_MACHINES;

  useKeys({ desk, link, help: () => showHelp((on) => !on), search, escape: () => showHelp(false) });
  usePlace(desk, view.n, choice.name, setChoice);
  useEffect(() => (view.playing ? everyFrame((ms) => desk.advance(ms)) : undefined), [desk, view.playing]);

  if (listed === undefined || shown === null) return null;
  return (
    <div
      className={styles.page}
      data-shown={pane}
      data-device={device}
      data-glance={isGlance || undefined}
      data-compared={view.compared === null ? undefined : true}
    >
      <InspectorBar desk={desk} apps={apps} view={view} help={() => showHelp(true)} />
      <MachineList
        machines={machines}
        choice={{ ...choice, actor }}
        choose={setChoice}
        latest={latestActor(desk, view.n)}
      />
      {isGlance ? (
        <main className={styles.stage} aria-label="All machines">
          <GlancePart desk={desk} view={view} choose={setChoice} />
        </main>
      ) : (
        <ChartStage
          listed={listed}
          shown={shown}
          lit={lit}
          taken={hand?.taken ?? (isLatest(desk, view.n, actor) ? shown.taken : NONE)}
          search={search}
          badge={badgeOf(hand, running)}
        />
      )}
      <Screens desk={desk} view={view} link={link} other={other} device={device} onDevice={setDevice} />
      <Panel
        listed={listed}
        shown={shown}
        lit={lit}
        state={state}
        desk={desk}
        view={view}
        send={send}
        byHand={hand !== null}
        back={back}
      />
      <EventLogView
        desk={desk}
        view={view}
        choose={(step) => setChoice({ name: nameOf(step), actor: step.actor })}
      />
      <Scrubber desk={desk} view={view} />
      <PaneTabs shown={pane} show={setPane} isTwo={view.compared !== null} />
      {helpShown && <Help close={() => showHelp(false)} />}
    </div>
  );
}

const NONE: readonly string[] = [];

function badgeOf(hand: MachineStep | null, running: MachineStep | null) {
  if (hand !== null) return { kind: 'copy', text: 'A copy, moved by hand' } as const;
  return running === null
    ? ({ kind: 'rest', text: 'Not running: as it starts' } as const)
    : ({ kind: 'live', text: running.actor } as const);
}

/** Two scripts are shown without the chart. */
const isOfChart = (pane: PaneName): boolean => !['screen', 'other', 'events'].includes(pane);

const nameOf = (step: MachineStep): Listed['name'] => machineOf(step.machine)?.name ?? 'socket';

/** The actor of the last event, if it was a step of one. */
function latestActor(desk: Desk, n: number): string | null {
  const line = desk.session.lines[n - 1];
  return line?.origin === 'machine' ? line.event.actor : null;
}

const isLatest = (desk: Desk, n: number, actor: string | null): boolean =>
  actor !== null && latestActor(desk, n) === actor;
