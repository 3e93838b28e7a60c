import { parseLines, worldScriptOf } from '../../scripted/script-file.ts';
import { kneeOf } from '../../report/likelihood.ts';
import type { PlanCut } from '../../report/likelihood.ts';
import type {
  PageRequest,
  DeviceScreen,
  Flight,
  ManualFault,
  RunPlan,
  StoryLine,
  Tell,
  RunView,
} from '../view-types.ts';

/** Virtual milliseconds for each real one. */
export const RUN_SPEEDS = [0.01, 0.1, 1, 10, 100, 1_000] as const;
const STORY_MAX = 400;
/** A page that was away shows no leap. */
const FRAME_MAX_MS = 100;

export interface WatchedRun {
  readonly plan: RunPlan;
  readonly view: RunView | null;
  readonly story: readonly StoryLine[];
  readonly flights: readonly Flight[];
  readonly playing: boolean;
  readonly speed: number;
  /** The World is being made. */
  readonly opening: boolean;
  readonly problem: string | null;
  readonly script: string | null;
  /** Failure probability of this plan after each part, if its file contains it. */
  readonly cuts: readonly PlanCut[];
  /** Faults so far. */
  readonly faults: number;
  /** Steps taken when the first promise was broken. */
  readonly brokenAt: number | null;
}

export interface RunWorker {
  ask(ask: PageRequest): void;
  end(): void;
}

export interface WatchParts {
  readonly engine: (tell: (message: Tell) => void) => RunWorker;
  readonly session: (device: string, script: string) => void;
}

const FIRST: RunPlan = { seed: 7, clients: 4, nodes: 2, steps: 200, faults: 'all', plan: null };

/** The page's state of the watched run, and its requests for more. */
export class RunWatch {
  #view: WatchedRun;
  #engine: RunWorker | null = null;
  #waiting = false;
  #stepTo: number | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #onScreen = new Set<(screen: DeviceScreen) => void>();
  /** All events of each device, for a frame that loads later. */
  readonly #whole = new Map<string, DeviceScreen[]>();
  readonly #parts: WatchParts;

  constructor(parts: WatchParts, plan: Partial<RunPlan> = {}) {
    this.#parts = parts;
    this.#view = {
      plan: { ...FIRST, ...plan },
      view: null,
      story: [],
      flights: [],
      playing: false,
      speed: 1,
      opening: false,
      problem: null,
      script: null,
      cuts: [],
      faults: 0,
      brokenAt: null,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly get = (): WatchedRun => this.#view;

  onScreen(listener: (screen: DeviceScreen) => void): () => void {
    this.#onScreen.add(listener);
    return () => void this.#onScreen.delete(listener);
  }

  screensOf(device: string): readonly DeviceScreen[] {
    return this.#whole.get(device) ?? [];
  }

  open(plan: RunPlan, script: string | null = null, cuts: readonly PlanCut[] = []): void {
    this.#engine?.end();
    this.#waiting = true;
    this.#stepTo = null;
    this.#set({
      plan,
      view: null,
      story: [],
      flights: [],
      opening: true,
      playing: false,
      problem: null,
      script,
      cuts,
      faults: 0,
      brokenAt: null,
    });
    this.#whole.clear();
    // Each run has a separate worker: no state of the previous one remains.
    const engine = this.#parts.engine((message) => {
      if (this.#engine === engine) this.#receive(message);
    });
    this.#engine = engine;
    engine.ask({ type: 'open', run: plan });
  }

  /** Opens any file; an unusable one is reported. */
  openScript(name: string, text: string): void {
    try {
      const script = worldScriptOf(parseLines(text));
      if (script === null)
        this.#set({
          problem: `${name} is no plan of a World. Recorded sessions and frames open in the inspector.`,
        });
      else
        this.open(
          {
            ...this.#view.plan,
            seed: script.seed,
            clients: script.clients,
            nodes: script.nodes,
            steps: script.plan.length,
            plan: script.plan,
          },
          name,
          script.cuts,
        );
    } catch {
      this.#set({ problem: `${name} is no script: one JSON object stands in each line of one.` });
    }
  }

  play(on: boolean): void {
    this.#stepTo = null;
    this.#set({ playing: on });
  }

  speed(speed: number): void {
    this.#set({ speed });
  }

  /** To the next step of the plan, or, when all are done, a second on. */
  step(): void {
    const { view } = this.#view;
    if (view === null) return;
    this.#set({ playing: false });
    this.#stepTo = view.done + 1;
    this.#on();
  }

  /** Goes to the point where the failure became inevitable; from behind it, restarts from the beginning. */
  toKnee(): void {
    const { view, cuts, plan, script } = this.#view;
    const knee = kneeOf(cuts);
    if (view === null || knee === null) return;
    if (view.done > knee.from || view.phase === 'over') this.open(plan, script, cuts);
    this.#set({ playing: false });
    this.#stepTo = knee.from;
    this.#on();
  }

  /** Runs again, up to the step before the first promise was broken. */
  toMoment(): void {
    const { brokenAt, plan, script, cuts } = this.#view;
    if (brokenAt === null) return;
    this.open(plan, script, cuts);
    this.#stepTo = Math.max(1, brokenAt - 1);
  }

  /** A frame of the page: advances virtual time by its speed. */
  advance(realMs: number): void {
    const { playing, speed, view } = this.#view;
    if (!playing || this.#waiting || view === null) return;
    this.#ask({ type: 'go', ms: Math.min(realMs, FRAME_MAX_MS) * speed, steps: null });
  }

  inject(fault: ManualFault): void {
    this.#engine?.ask({ type: 'inject', fault });
  }

  session(device: string): void {
    this.#engine?.ask({ type: 'session', device });
  }

  #on(): void {
    const { view } = this.#view;
    if (this.#waiting || view === null || this.#stepTo === null) return;
    const plan = view.phase === 'faults are on';
    if (!plan) this.#stepTo = null;
    this.#ask({ type: 'go', ms: plan ? 3_600_000 : 1_000, steps: plan ? 1 : null });
  }

  #ask(ask: PageRequest): void {
    this.#waiting = true;
    this.#engine?.ask(ask);
  }

  #receive(message: Tell): void {
    if (message.type === 'ready') return;
    if (message.type === 'session') return this.#parts.session(message.device, message.script);
    this.#waiting = false;
    if (message.type === 'failed')
      return this.#set({ problem: message.text, playing: false, opening: false });
    const { view } = message;
    const story =
      view.story.length === 0 ? this.#view.story : [...this.#view.story, ...view.story].slice(-STORY_MAX);
    for (const screen of view.screens) this.#screen(screen);
    const faults = view.story.filter((line) => line.kind === 'fault').length;
    this.#set({
      view,
      story,
      faults: this.#view.faults + faults,
      brokenAt: this.#view.brokenAt ?? (view.problems.length > 0 ? view.done : null),
      flights: view.flights,
      opening: false,
      ...(view.phase === 'over' ? { playing: false } : {}),
    });
    if (this.#stepTo !== null && view.done < this.#stepTo && view.phase !== 'over') this.#on();
    else this.#stepTo = null;
  }

  #screen(screen: DeviceScreen): void {
    const pieces = screen.isWhole ? [] : (this.#whole.get(screen.device) ?? []);
    this.#whole.set(screen.device, [...pieces, screen]);
    for (const listener of this.#onScreen) listener(screen);
  }

  #set(change: Partial<WatchedRun>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
