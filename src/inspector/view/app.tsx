import { type RefObject, Suspense, lazy, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { EventObject } from 'xstate';
import { type Listed, MACHINES, machineOf } from '../machines.ts';
import { activeStates } from '../model/active.ts';
import type { Apps } from '../model/attach.ts';
import type { Controller, ControllerView } from '../model/controller.ts';
import { detach } from '../model/detached.ts';
import { everyFrame } from '../platform/frames.ts';
import type { MachineStep } from '../../client/state/machine-step.ts';
import { aboutMachine } from '../model/about-machine.ts';
import type { ScreenLink } from '../model/screen-link.ts';
import { onPlace, readPlace, writePlace } from '../platform/place.ts';
import { ALL_MACHINES } from '../model/glance.ts';
import { GlancePart } from './glance-part.tsx';
import styles from './inspector.module.css';
import { EventLogView } from './log.tsx';
import { type MachineChoice, MachineList } from './machine-list.tsx';
import { Panel } from './panel.tsx';
import { Scrubber } from './scrubber.tsx';
import { OtherScreenPane, ScreenPane, type ScreenWidth } from './screen-part.tsx';
import { otherSide } from '../model/screen-source.ts';
import { ComparePart } from './compare-part.tsx';
import { InspectorBar } from './top-bar.tsx';
import { useController } from './use-controller.ts';
import { useKeys } from './use-keys.ts';

const KEYS = [
  ['Space', 'play, pause'],
  ['← →', 'one event back, on; with Shift ten'],
  ['Home, End', 'to the first, to the last event'],
  ['[ ]', 'to the event before or after that changed the screen'],
  ['/', 'search states and events'],
  ['?', 'this list'],
  ['Esc', 'leave a field, close'],
] as const;

const Help = ({ close }: { readonly close: () => void }) => (
  <div className={styles.veil}>
    <div className={styles.dialog} role="dialog" aria-modal="true" aria-label="Keys">
      <h2>Keys</h2>
      <dl>
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p>
        White boxes are states, grey ones hold states, a dashed one is in all of its parts at once. Green is
        where the machine is, the bright line is the way just taken. Green words are timers.
      </p>
      <button type="button" className={styles.primary} onClick={close} autoFocus>
        Close
      </button>
    </div>
  </div>
);

const PANES = [
  ['screen', 'Screen'],
  ['chart', 'Chart'],
  ['machines', 'Machines'],
  ['events', 'Events'],
  ['details', 'Details'],
] as const;
/** The panes while two scripts are open. */
const TWO_PANES = [
  ['screen', 'First'],
  ['other', 'Second'],
  ['events', 'Events'],
] as const;
type PaneName = (typeof PANES | typeof TWO_PANES)[number][0];

/** Chooses the one pane that a narrow window shows. */
const PaneTabs = ({
  current,
  show,
  isTwo,
}: {
  readonly current: PaneName;
  readonly isTwo: boolean;
  readonly show: (pane: PaneName) => void;
}) => (
  <nav className={styles.panes} aria-label="Panes">
    {(isTwo ? TWO_PANES : PANES).map(([name, words]) => (
      <button key={name} type="button" aria-current={name === current} onClick={() => show(name)}>
        {words}
      </button>
    ))}
  </nav>
);

const Chart = lazy(() => import('./chart.tsx'));

interface StageProps {
  readonly listed: Listed;
  readonly step: MachineStep;
  readonly activeIds: ReadonlySet<string>;
  readonly transitions: readonly string[];
  readonly search: RefObject<HTMLInputElement | null>;
  /** Name of the running machine, or why none is shown. */
  readonly badge: { readonly kind: 'copy' | 'live' | 'rest'; readonly text: string };
}

/** The chart of the chosen machine, and whether it runs. */
const ChartStage = ({ listed, step, activeIds, transitions, search, badge }: StageProps) => (
  <main className={styles.stage} aria-label={`Chart of ${listed.name}`}>
    <Suspense fallback={<p className={styles.empty}>Laying out …</p>}>
      <Chart
        key={listed.name}
        listed={listed}
        activeIds={activeIds}
        transitions={transitions}
        over={step.over}
        search={search}
      />
    </Suspense>
    <p className={styles.badge} data-kind={badge.kind}>
      {badge.text}
    </p>
  </main>
);

/** A copy for events sent by hand; it ends when another moment or machine is selected. */
export interface Copy {
  readonly of: string;
  readonly steps: readonly MachineStep[];
}

/** The selected machine, at the chosen moment or as a copy was moved by hand. */
function useChosen(controller: Controller, view: ReturnType<typeof useController>) {
  const [choice, setChoice] = useState<MachineChoice>(() => ({
    name: readPlace().machine ?? 'socket',
    actor: null,
  }));
  const [lastSession, setLastSession] = useState(controller.session);
  // Opens another script at the machine that it is about, unless a link or a reloaded app names one: this page
  // writes its own choice into the address.
  if (lastSession !== controller.session && controller.session.length > 0) {
    const linked = lastSession.length === 0 || view.live ? readPlace().machine : null;
    setLastSession(controller.session);
    const fallback = choice.name === ALL_MACHINES ? ALL_MACHINES : aboutMachine(controller.session);
    setChoice({ name: linked ?? fallback, actor: null });
  }
  const [copy, setCopy] = useState<Copy | null>(null);
  const { machines, state } = controller.session.at(view.n);
  // A new session shows the actor of the chosen machine automatically.
  const actor =
    choice.actor ??
    [...machines.values()].find((one) => machineOf(one.machine)?.name === choice.name)?.actor ??
    null;
  const running = actor === null ? null : (machines.get(actor) ?? null);
  const listed = MACHINES.find((one) => one.name === choice.name) ?? MACHINES[0];
  const copyKey = `${choice.name} ${actor} ${view.n}`;
  const step = copy?.of === copyKey ? (copy.steps.at(-1) ?? null) : null;
  const rest = useMemo(() => (listed === undefined ? null : detach(listed, null).step()), [listed]);
  const current = step ?? running ?? rest;
  const activeIds = useMemo(
    () => (current === null ? new Set<string>() : activeStates(current.machine, current.value)),
    [current],
  );
  const send = (event: EventObject) => {
    if (listed === undefined || current === null) return;
    const next = detach(listed, current).send(event);
    controller.stay();
    setCopy({ of: copyKey, steps: [...(step === null ? [] : (copy?.steps ?? [])), next] });
  };
  return {
    machines,
    state,
    choice,
    setChoice,
    actor,
    listed,
    current,
    running,
    step,
    lit: activeIds,
    send,
    back: () => setCopy(null),
  };
}

interface Props {
  readonly controller: Controller;
  readonly apps: Apps;
  readonly link: ScreenLink;
  /** The screen of a second script. */
  readonly other: ScreenLink;
}

/** The address names the event and the machine, so that a link opens here. */
function usePlace(
  controller: Controller,
  n: number,
  machine: string,
  choose: (choice: MachineChoice) => void,
): void {
  useEffect(
    () => (controller.session.length === 0 ? undefined : writePlace({ event: n, machine })),
    [controller, n, machine],
  );
  const go = useEffectEvent(() => {
    const place = readPlace();
    if (place.event !== null) controller.jump(place.event);
    if (place.machine !== null) choose({ name: place.machine, actor: null });
  });
  useEffect(() => onPlace(() => go()), []);
}

/** The pane of a narrow window: a link to all machines shows their cards; two scripts have no chart. */
function usePane(isTwo: boolean) {
  const [choice, setPane] = useState<PaneName>(() =>
    readPlace().machine === ALL_MACHINES ? 'chart' : 'screen',
  );
  return [isTwo && isOfChart(choice) ? 'screen' : choice, setPane] as const;
}

function usePlayback(controller: Controller, isPlaying: boolean): void {
  useEffect(
    () => (isPlaying ? everyFrame((ms) => controller.advance(ms)) : undefined),
    [controller, isPlaying],
  );
}

export function InspectorApp({ controller, apps, link, other }: Props) {
  const view = useController(controller);
  const { machines, state, choice, setChoice, actor, listed, current, running, step, lit, send, back } =
    useChosen(controller, view);
  const [helpShown, showHelp] = useState(false);
  const [device, setDevice] = useState<ScreenWidth>('phone');
  const [pane, setPane] = usePane(view.compared !== null);
  const search = useRef<HTMLInputElement>(null);
  const isGlance = choice.name === ALL_MACHINES;

  useKeys({ controller, link, help: () => showHelp((on) => !on), search, escape: () => showHelp(false) });
  usePlace(controller, view.n, choice.name, setChoice);
  usePlayback(controller, view.playing);

  if (listed === undefined || current === null) return null;
  return (
    <div
      className={styles.page}
      data-shown={pane}
      data-device={device}
      data-glance={isGlance || undefined}
      data-compared={view.compared === null ? undefined : true}
    >
      <InspectorBar controller={controller} apps={apps} view={view} help={() => showHelp(true)} />
      <MachineList
        machines={machines}
        choice={{ ...choice, actor }}
        choose={(machine) => {
          setChoice(machine);
          setPane('chart');
        }}
        latest={latestActor(controller, view.n)}
      />
      {isGlance ? (
        <main className={styles.stage} aria-label="All machines">
          <GlancePart controller={controller} view={view} choose={setChoice} />
        </main>
      ) : (
        <ChartStage
          listed={listed}
          step={current}
          activeIds={lit}
          transitions={step?.taken ?? (isLatest(controller, view.n, actor) ? current.taken : NONE)}
          search={search}
          badge={badgeOf(step, running)}
        />
      )}
      <Screens {...{ controller, view, link, other, device }} onDevice={setDevice} />
      <Panel
        listed={listed}
        step={current}
        activeIds={lit}
        state={state}
        controller={controller}
        view={view}
        send={send}
        byHand={step !== null}
        back={back}
      />
      <EventLogView
        controller={controller}
        view={view}
        choose={(step) => setChoice({ name: nameOf(step), actor: step.actor })}
      />
      <Scrubber controller={controller} view={view} />
      <PaneTabs current={pane} show={setPane} isTwo={view.compared !== null} />
      {helpShown && <Help close={() => showHelp(false)} />}
    </div>
  );
}

const NONE: readonly string[] = [];

function badgeOf(step: MachineStep | null, running: MachineStep | null) {
  if (step !== null) return { kind: 'copy', text: 'A copy, moved by hand' } as const;
  return running === null
    ? ({ kind: 'rest', text: 'Not running: as it starts' } as const)
    : ({ kind: 'live', text: running.actor } as const);
}

/** Two scripts are shown without the chart. */
const isOfChart = (pane: PaneName): boolean => !['screen', 'other', 'events'].includes(pane);

const nameOf = (step: MachineStep): Listed['name'] => machineOf(step.machine)?.name ?? 'socket';

/** The actor of the last event, if it was a step of one. */
function latestActor(controller: Controller, n: number): string | null {
  const line = controller.session.lines[n - 1];
  return line?.origin === 'machine' ? line.event.actor : null;
}

const isLatest = (controller: Controller, n: number, actor: string | null): boolean =>
  actor !== null && latestActor(controller, n) === actor;

interface ScreensProps {
  readonly controller: Controller;
  readonly view: ControllerView;
  readonly link: ScreenLink;
  readonly other: ScreenLink;
  readonly device: ScreenWidth;
  readonly onDevice: (device: ScreenWidth) => void;
}

/** The screen of the script, or those of two scripts with their first difference. */
function Screens({ controller, view: { compared }, link, other, device, onDevice }: ScreensProps) {
  const otherSource = useMemo(() => otherSide(controller), [controller]);
  return (
    <>
      {compared !== null && <ComparePart controller={controller} compared={compared} />}
      <ScreenPane
        source={controller}
        link={link}
        device={device}
        onDevice={onDevice}
        title={compared?.names[0]}
      />
      {compared !== null && (
        <OtherScreenPane source={otherSource} link={other} device={device} title={compared.names[1]} />
      )}
    </>
  );
}
