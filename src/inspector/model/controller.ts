import { compareExpected, compareScripts, type Comparison } from './comparison.ts';
import type { NumberedLine, LineProblem, ReadScript } from './script-reader.ts';
import { Recorded } from './session.ts';

export const REPLAY_SPEEDS = [1, 2, 5, 10, 25, 100] as const;

/** The selected event and the display options. The events themselves are in the session. */
export interface ControllerView {
  /** Name of the file or of the page; null before anything is open. */
  readonly source: string | null;
  /** Lines keep coming from a running app. */
  readonly live: boolean;
  /** Number of events, stored here so that the view changes with it. */
  readonly length: number;
  /** The moment shown: after this many events. */
  readonly n: number;
  /** Stays at the end as lines come. */
  readonly following: boolean;
  readonly playing: boolean;
  readonly speed: number;
  /** Lines that could not be read. */
  readonly problems: readonly LineProblem[];
  readonly more: number;
  readonly notice: string | null;
  /** A second script beside the first one. */
  readonly compared: Comparison | null;
}

const NOTHING: ControllerView = {
  source: null,
  live: false,
  length: 0,
  n: 0,
  following: true,
  playing: false,
  speed: 1,
  problems: [],
  more: 0,
  notice: null,
  compared: null,
};

/** Waits longer than this between two events are not played in full. */
const GAP_MAX_MS = 5_000;

/** The shared model of all parts of the inspector. */
export class Controller {
  session = new Recorded();
  private view = NOTHING;
  private readonly listeners = new Set<() => void>();
  /** Played time since the event shown, in ms of the script. */
  private elapsedMs = 0;
  /** Number of the newest script that was asked for. */
  private requestCount = 0;

  readonly get = (): ControllerView => this.view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Returns whether no other script was asked for since: a slow one never replaces a newer one. */
  loading(name: string): () => boolean {
    const request = (this.requestCount += 1);
    this.set({ ...NOTHING, notice: `Reading ${name} …` });
    return () => request === this.requestCount;
  }

  failed(why: string): void {
    this.set({ notice: why });
  }

  /** Loads a parsed script and starts at its first event. */
  load(source: string, { lines, expected, problems, more }: ReadScript): void {
    this.session = new Recorded();
    const refused = this.session.append(lines);
    const length = this.session.length;
    const refusedLines = new Set(refused.map(({ line }) => line));
    const expectedStates = expected.map((one) => ({
      ...one,
      after: lines.slice(0, one.after).filter(({ no }) => !refusedLines.has(no)).length,
    }));
    const compared = expectedStates.length === 0 ? null : compareExpected(this.session, expectedStates);
    const all = [...problems, ...refused].toSorted((a, b) => a.line - b.line);
    this.elapsedMs = 0;
    this.set({
      ...NOTHING,
      source,
      length,
      n: compared?.first?.n ?? Math.min(1, length),
      following: false,
      problems: all.slice(0, 200),
      more: more + Math.max(0, all.length - 200),
      compared,
      notice: length === 0 ? `${source} has no events that can be shown` : null,
    });
  }

  /** Shows another script beside the open one, at the first event where they differ. */
  compare(name: string, { lines, problems, more }: ReadScript): void {
    const other = new Recorded();
    const refused = other.append(lines);
    const compared = compareScripts(this.session, other, [this.view.source ?? '', name]);
    const all = [...problems, ...refused];
    this.elapsedMs = 0;
    this.set({
      compared,
      n: compared.first?.n ?? this.view.n,
      following: false,
      playing: false,
      problems: all.slice(0, 200),
      more: more + Math.max(0, all.length - 200),
      notice: null,
    });
  }

  /** Leaves the comparison; the first script stays. */
  alone(): void {
    this.set({ compared: null });
  }

  /** A running app: everything so far. */
  open(source: string, lines: readonly NumberedLine[]): void {
    this.session = new Recorded();
    const problems = this.session.append(lines);
    this.set({
      ...NOTHING,
      source,
      live: true,
      length: this.session.length,
      n: this.session.length,
      problems,
    });
  }

  append(lines: readonly NumberedLine[]): void {
    if (!this.view.live) return;
    const problems = this.session.append(lines);
    const length = this.session.length;
    this.set({
      length,
      n: this.view.following ? length : this.view.n,
      ...(problems.length > 0 && { problems: [...this.view.problems, ...problems].slice(-200) }),
    });
  }

  /** The app was closed; the recording remains. */
  end(): void {
    this.set({ live: false, notice: 'The app was closed.' });
  }

  jump(n: number): void {
    const at = Math.max(0, Math.min(n, this.session.length));
    this.elapsedMs = 0;
    this.set({
      n: at,
      following: this.view.live && at === this.session.length,
      playing: this.view.playing && at < this.session.length,
    });
  }

  /** Stays at this moment while further events arrive. */
  stay(): void {
    this.set({ following: false, playing: false });
  }

  step(by: number): void {
    this.set({ playing: false });
    this.jump(this.view.n + by);
  }

  play(on: boolean): void {
    // At the end, playback starts over.
    const n = on && this.view.n >= this.session.length ? 0 : this.view.n;
    this.elapsedMs = 0;
    this.set({ playing: on && this.session.length > 0, n, following: false });
  }

  speed(speed: number): void {
    this.set({ speed });
  }

  dismiss(): void {
    this.set({ notice: null, problems: [], more: 0 });
  }

  /** Time has passed while playing: shows what is due at the chosen speed. */
  advance(ms: number): void {
    if (!this.view.playing) return;
    this.elapsedMs += ms * this.view.speed;
    let { n } = this.view;
    const { lines, length } = this.session;
    for (; n < length; n += 1) {
      const wait =
        n === 0 ? 0 : Math.min(GAP_MAX_MS, Math.max(0, (lines[n]?.atMs ?? 0) - (lines[n - 1]?.atMs ?? 0)));
      if (wait > this.elapsedMs) break;
      this.elapsedMs -= wait;
    }
    if (n !== this.view.n || n >= length) this.set({ n, playing: n < length });
  }

  private set(change: Partial<ControllerView>): void {
    this.view = { ...this.view, ...change };
    for (const listener of this.listeners) listener();
  }
}
