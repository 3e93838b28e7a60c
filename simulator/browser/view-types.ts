import type { ScriptLine } from '../../src/client/state/log.ts';
import type { PlanStep } from '../plan/step.ts';

/** Requests from the page to the worker that runs the World. */
export type PageRequest =
  | { readonly type: 'open'; readonly run: RunPlan }
  /** Advances by this virtual time; `steps`: at most this many further steps of the plan. */
  | { readonly type: 'go'; readonly ms: number; readonly steps: number | null }
  | { readonly type: 'inject'; readonly fault: ManualFault }
  /** Requests the session of one device so far, as a script for the inspector. */
  | { readonly type: 'session'; readonly device: string };

export interface RunPlan {
  readonly seed: number;
  readonly clients: number;
  readonly nodes: number;
  readonly steps: number;
  readonly faults: 'all' | 'none';
  /** Instead of the drawn one: from a script file. */
  readonly plan: readonly PlanStep[] | null;
}

/** A manual fault, with its target. */
export type DeviceFault = 'cut' | 'freeze' | 'thaw' | 'unplug' | 'plug' | 'reload' | 'hide' | 'look';
export type ManualFault =
  | { readonly at: 'device'; readonly what: DeviceFault; readonly device: string }
  /** Frozen: the sockets that it holds go silent and its timers stall, for a while. */
  | { readonly at: 'node'; readonly what: 'kill' | 'start' | 'freeze'; readonly node: string }
  | { readonly at: 'weather'; readonly what: 'storm' | 'calm' };

export type Tell =
  | { readonly type: 'ready' }
  | { readonly type: 'view'; readonly view: RunView }
  | { readonly type: 'session'; readonly device: string; readonly script: string }
  | { readonly type: 'failed'; readonly text: string };

export type Phase = 'settling in' | 'faults are on' | 'everybody must agree' | 'over';

export interface RunView {
  readonly phase: Phase;
  readonly elapsedMs: number;
  readonly done: number;
  readonly steps: number;
  readonly events: number;
  readonly hash: string;
  /** The viewer has interfered: the run no longer follows from the seed alone. */
  readonly byHand: boolean;
  /** Promises of the simulator, and how often they were checked; 0 before the end. */
  readonly promises: number;
  readonly checks: number;
  readonly problems: readonly { readonly checker: string; readonly text: string }[];
  readonly storm: boolean;
  readonly phones: readonly Phone[];
  readonly nodes: readonly NodeView[];
  /** Events since the last view. */
  readonly flights: readonly Flight[];
  readonly story: readonly StoryLine[];
  readonly screens: readonly DeviceScreen[];
}

/** Events of a device's client, for the frame that shows its app. */
export interface DeviceScreen {
  readonly device: string;
  /** They replace all earlier ones: another tab, or a log that began again. */
  readonly isWhole: boolean;
  readonly lines: readonly ScriptLine[];
}

export interface Phone {
  readonly device: string;
  readonly person: string;
  readonly isMobile: boolean;
  readonly plugged: boolean;
  readonly frozen: boolean;
  readonly storageFull: boolean;
  readonly tabs: number;
  readonly visible: boolean;
  readonly session: string;
  /** `open`: bound to a node. */
  readonly connection: 'open' | 'opening' | 'lost';
  readonly unread: number;
  readonly unsent: number;
  readonly rows: readonly {
    readonly id: string;
    readonly name: string;
    readonly unread: number;
    readonly last: string;
    readonly group: boolean;
  }[];
  readonly chat: { readonly name: string; readonly bubbles: readonly Bubble[] } | null;
}

export interface Bubble {
  readonly id: string;
  readonly text: string;
  readonly mine: boolean;
  readonly waiting: boolean;
  readonly note: boolean;
}

export interface NodeView {
  readonly name: string;
  readonly up: boolean;
  readonly frozen: boolean;
  readonly sockets: number;
  /** Accounts online there. */
  readonly online: readonly string[];
}

export interface Flight {
  readonly no: number;
  readonly device: string;
  readonly way: 'up' | 'down';
  readonly kind: 'frame' | 'call';
  readonly label: string;
}

export interface StoryLine {
  readonly no: number;
  readonly atMs: number;
  readonly kind: 'fault' | 'step' | 'problem';
  readonly text: string;
  /** A step of the plan, which the page says in its language; absent: `text` is shown as it is. */
  readonly act?: { readonly kind: string; readonly user: number | null };
}
