import { SCRIPT_VERSION } from '../../client/state/log.ts';
import { playFrames, type RawLine } from '../../client/state/play-frames.ts';
import type { StateJson } from '../../client/state/state-json.ts';
import type { ScriptEventLine } from './line.ts';
import { ORIGINS } from './line.ts';

/** A faulty line and its problem; line numbers count from 1. */
export interface LineProblem {
  readonly line: number;
  readonly what: string;
}

/** A line of a file that could be read. */
export interface NumberedLine {
  readonly no: number;
  readonly line: ScriptEventLine;
}

/** The state that a test expects after the lines before it, as far as it is known. */
export interface ExpectedLine {
  readonly no: number;
  readonly atMs: number;
  readonly event: Partial<StateJson>;
}

export interface ExpectedState extends ExpectedLine {
  /** How many of the loaded lines come before it. */
  readonly after: number;
}

export interface ReadScript {
  readonly lines: readonly NumberedLine[];
  readonly expected: readonly ExpectedState[];
  /** The first of them; `more` counts the others. */
  readonly problems: readonly LineProblem[];
  readonly more: number;
  readonly masked: boolean;
  /** False: reading stopped at a limit. */
  readonly whole: boolean;
}

export const READ_LIMITS = {
  charsMax: 32 * 1_024 * 1_024,
  lineCharsMax: 8 * 1_024 * 1_024,
  linesMax: 50_000,
  problemsMax: 200,
} as const;

/**
 * Reads a script in pieces as they come from a file (INSP-3). Lines that cannot be read are named with
 * their number and left out; a file that is too large is read up to the limit.
 */
export class ScriptReader {
  private readonly lines: { readonly no: number; readonly line: ScriptEventLine | RawLine }[] = [];
  private readonly expected: ExpectedLine[] = [];
  private readonly problems: LineProblem[] = [];
  private more = 0;
  private masked = false;
  private whole = true;
  private no = 0;
  private chars = 0;
  private rest = '';
  private readonly limits: typeof READ_LIMITS;

  constructor(limits: { readonly [K in keyof typeof READ_LIMITS]: number } = READ_LIMITS) {
    this.limits = limits as typeof READ_LIMITS;
  }

  /** False: stop sending pieces. */
  push(piece: string): boolean {
    if (!this.whole) return false;
    const parts = (this.rest + piece).split('\n');
    this.rest = parts.pop() ?? '';
    for (const part of parts) {
      this.take(part);
      if (!this.whole) return false;
    }
    if (this.rest.length > this.limits.lineCharsMax)
      this.stop(`is longer than ${mega(this.limits.lineCharsMax)}`);
    return this.whole;
  }

  end(): ReadScript {
    if (this.whole && this.rest !== '') this.take(this.rest, true);
    const { problems, more, masked, whole } = this;
    const lines = this.eventLines();
    return { lines, expected: this.placeExpected(lines), problems, more, masked, whole };
  }

  /** Played frames lose their line numbers: there the time decides. */
  private placeExpected(lines: readonly NumberedLine[]): readonly ExpectedState[] {
    const isRaw = this.lines.some(({ line }) => line.origin === 'frame');
    return this.expected.map((expected) => ({
      ...expected,
      after: lines.filter(({ no, line }) => (isRaw ? line.atMs <= expected.atMs : no < expected.no)).length,
    }));
  }

  /** Scripts of raw frames are shown as the client's events; each line then represents its event. */
  private eventLines(): readonly NumberedLine[] {
    const raw = this.lines.flatMap(({ line }) =>
      line.origin === 'frame' || line.origin === 'local' ? [line] : [],
    );
    if (!raw.some((line) => line.origin === 'frame'))
      return this.lines.flatMap(({ no, line }) => (line.origin === 'frame' ? [] : [{ no, line }]));
    return playFrames(raw).flatMap((line, i) => (line.origin === 'script' ? [] : [{ no: i + 1, line }]));
  }

  /** `isLast`: no end of a line follows, so the file may have been cut here. */
  private take(text: string, isLast = false): void {
    this.no += 1;
    this.chars += text.length + 1;
    if (this.chars > this.limits.charsMax)
      return this.stop(`is beyond the first ${mega(this.limits.charsMax)}`);
    if (this.lines.length >= this.limits.linesMax)
      return this.stop(`is beyond the first ${this.limits.linesMax} events`);
    if (text.trim() === '') return;
    const value = parsed(this.no === 1 ? text.replace(/^\uFEFF/, '') : text);
    if (value === null) return;
    if (typeof value === 'string') this.note(isLast && value === NO_JSON ? 'is cut off' : value);
    else if (value.origin === 'script') this.header(value.event);
    else if (value.origin === 'expected')
      this.expected.push({ no: this.no, atMs: value.atMs, event: value.event });
    else this.lines.push({ no: this.no, line: value });
  }

  private header({ version, masked }: { readonly version: number; readonly masked: boolean }): void {
    this.masked = masked;
    if (version > SCRIPT_VERSION)
      this.note(
        `was written by a newer version (${version}, this reads ${SCRIPT_VERSION}): what is not known is left out`,
      );
  }

  private stop(why: string): void {
    this.whole = false;
    this.rest = '';
    this.problems.push({ line: this.no || 1, what: `${why}: it and what follows is not loaded` });
  }

  private note(what: string): void {
    if (this.problems.length < this.limits.problemsMax) this.problems.push({ line: this.no, what });
    else this.more += 1;
  }
}

/** A whole script at once. */
export function readScript(text: string): ReadScript {
  const reader = new ScriptReader();
  reader.push(text);
  return reader.end();
}

const NO_JSON = 'is no JSON';

const mega = (chars: number): string => `${Math.round(chars / (1_024 * 1_024))} MB`;

type Header = {
  readonly origin: 'script';
  readonly event: { readonly version: number; readonly masked: boolean };
};

type Expected = {
  readonly origin: 'expected';
  readonly atMs: number;
  readonly event: Partial<StateJson>;
};

/** The line, or what is wrong with it; null for one that is not for us. */
function parsed(text: string): ScriptEventLine | RawLine | Header | Expected | string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return NO_JSON;
  }
  if (!isRecord(value)) return 'is no object';
  const { atMs, origin, event } = value;
  if (typeof origin !== 'string' || !isRecord(event)) return 'has no origin or no event';
  if (origin === 'script') {
    const version = Number(event['version']);
    return {
      origin,
      event: { version: Number.isFinite(version) ? version : 1, masked: event['masked'] === true },
    };
  }
  if (typeof atMs !== 'number' || !Number.isFinite(atMs)) return 'has no time';
  // Expectations, malformed frames, and the devices and presses of calls are only for checkers.
  if (['expect', 'bad', 'user', 'media', 'answers'].includes(origin)) return null;
  if (origin === 'world')
    return 'is a plan of the simulator, no recording: npm run inspect opens and executes it, npm run simulate -- --script plays it';
  if (origin === 'frame') return value as unknown as RawLine;
  if (origin === 'expected') return { atMs, origin, event };
  if (!ORIGINS.some((one) => one === origin)) return `has an unknown origin, “${origin}”`;
  const missing = missingIn(origin, event);
  return missing ?? (value as unknown as ScriptEventLine);
}

/** The few things without which nothing can be shown; the rest shows when the event is applied. */
function missingIn(origin: string, event: Readonly<Record<string, unknown>>): string | null {
  switch (origin) {
    case 'state':
      return Array.isArray(event['contacts']) ? null : 'has a state without contacts';
    case 'machine':
      return typeof event['actor'] === 'string' &&
        typeof event['machine'] === 'string' &&
        isState(event['value'])
        ? null
        : 'has a machine without actor or state';
    case 'screen':
      return typeof event['path'] === 'string' ? null : 'has a screen without a path';
    case 'local':
      return typeof event['type'] === 'string' ? null : 'has an event without type';
    default:
      return isRecord(event['event']) && typeof event['event']['type'] === 'string'
        ? null
        : 'has an event without type';
  }
}

const isState = (value: unknown): boolean => typeof value === 'string' || isRecord(value);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
