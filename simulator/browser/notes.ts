import { isFault } from '../plan/step.ts';
import type { StepKind } from '../plan/step.ts';
import type { TraceKind } from '../plan/trace.ts';
import type { World } from '../world/world-type.ts';
import type { Flight, StoryLine } from './view-types.ts';

/** Maximum shown at a time; more add no information. */
const [FLIGHTS, STORY] = [60, 80];

/** Keeps what passes by in the trace, until the next view takes it. */
export class Notes {
  #flights: Flight[] = [];
  #story: StoryLine[] = [];
  #stepCount = 0;
  #number = 0;
  #problems = 0;
  readonly #world: World;
  readonly #stepped: () => void;

  constructor(world: World, stepped: () => void) {
    this.#world = world;
    this.#stepped = stepped;
    const { trace } = world.around;
    const was = { ...trace };
    Object.assign(trace, {
      line: (what: TraceKind, atMs: number, text: string) => {
        was.line(what, atMs, text);
        this.#note(what, atMs, text);
      },
    });
  }

  fault(text: string): void {
    this.#tell('fault', this.#world.clock.elapsedMs(), `by hand: ${text}`);
  }

  take(): {
    readonly flights: readonly Flight[];
    readonly story: readonly StoryLine[];
    readonly done: number;
  } {
    const { problems } = this.#world.record;
    for (const { checker, text, atMs } of problems.slice(this.#problems))
      this.#tell('problem', atMs, `${checker}: ${text}`);
    this.#problems = problems.length;
    const [flights, story] = [this.#flights, this.#story];
    this.#flights = [];
    this.#story = [];
    return { flights, story, done: this.#stepCount };
  }

  #note(what: TraceKind, atMs: number, text: string): void {
    switch (what) {
      case 'step': {
        const [number = '0', kind = '', who = ''] = text.split(' ');
        this.#stepCount = Number(number) + 1;
        const isFaulty = isFault(kind as StepKind);
        const user = isFaulty ? null : (Number(who) % this.#world.people.length) + 1;
        this.#tell(isFaulty ? 'fault' : 'step', atMs, kind, { kind, user });
        return this.#stepped();
      }
      case 'fault':
        return this.#tell('fault', atMs, text);
      case 'up':
      case 'down':
        return this.#fly(what, 'frame', text, frameName);
      case 'call':
        return this.#fly('up', 'call', text, callName);
      case 'answer':
        return this.#fly('down', 'call', text, callName);
      case 'row':
      case 'remark':
        return;
    }
  }

  #fly(way: Flight['way'], kind: Flight['kind'], text: string, name: (rest: string) => string | null): void {
    const space = text.indexOf(' ');
    const label = name(text.slice(space + 1));
    if (label === null) return;
    this.#flights.push({ no: (this.#number += 1), device: text.slice(0, space), way, kind, label });
    if (this.#flights.length > FLIGHTS) this.#flights.shift();
  }

  #tell(kind: StoryLine['kind'], atMs: number, text: string, act?: StoryLine['act']): void {
    this.#story.push({ no: (this.#number += 1), atMs, kind, text: text.slice(0, 300), ...(act && { act }) });
    if (this.#story.length > STORY) this.#story.shift();
  }
}

/** Keep-alive frames are omitted. */
function frameName(text: string): string | null {
  const type = /"type":"(\w+)"/.exec(text)?.[1] ?? 'frame';
  return type === 'ping' || type === 'pong' ? null : type;
}

const callName = (text: string): string => /\/(\w+)(?: |$)/.exec(text)?.[1] ?? 'call';
