import { isFollowed, isMeant, newsOf } from './effects.ts';
import type { Oracle } from './oracle.ts';
import { listedWords } from './rich.ts';
import { expectedName, expectedTitle } from './shown.ts';
import { oracleContactOf } from './state.ts';
import type { OracleLine } from './state.ts';

/** A device that takes pushes. */
export interface TakingDevice {
  readonly name: string;
  readonly person: number;
  /** A device that is not asked to withdraw notifications. */
  readonly keepsAll: boolean;
  /** False: its pushes contain neither text nor names. */
  readonly words: boolean;
}

/** A push to a device, by the database's clock. */
export interface ToldPush {
  readonly device: string;
  readonly kind: string;
  /** Names the notification, and what of it waits at the push service. */
  readonly tag: string;
  readonly topic: string;
  readonly title: string;
  readonly words: string;
  readonly contact: string;
  readonly isGroup: boolean;
  /** The line it announces; 0: none. */
  readonly row: number;
  readonly outcome: string;
  readonly atMs: number;
}

/** A period of pushes that is over. */
export interface PushPhase {
  /** Lines sent in the period, as they are now. */
  readonly lines: readonly OracleLine[];
  /** Reminders that fell due. */
  readonly reminded: readonly { readonly person: number; readonly row: number; readonly dueMs: number }[];
  /** Users who watched a device before a push was due. */
  readonly looking: ReadonlySet<number>;
  /** Chats a user has read further, and on which device; null: unknown. */
  readonly read: readonly {
    readonly person: number;
    readonly chat: string;
    readonly device: string | null;
  }[];
  readonly told: readonly ToldPush[];
}

const UNSEEN_MS = 10_000;
const AGAIN_MS = 30_000;
/** Due work runs once a second, and takes some time. */
const LATE_MS = 3_500;
/** Maximum delay of a scheduled message or reminder. */
const TOLD_MS = 10_000;
const EARLY_MS = 200;
const WORDS_MAX = 50;

/**
 * Returns whether a user is pushed an unseen line. Open: their chat was archived, and is listed because of a
 * mention; no rule decides between the two.
 */
function pushedOf(oracle: Oracle, me: number, line: OracleLine): 'yes' | 'no' | 'open' {
  const seat = oracle.seat(me, line.chat);
  if (!seat || line.n <= seat.since || line.n <= seat.readTo || seat.saw.has(line.n)) return 'no';
  if (!newsOf(oracle, me, line, false).sound) return 'no';
  return seat.archived && !isMeant(oracle, me, line) && !isFollowed(oracle, me, line) ? 'open' : 'yes';
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The heading of a group announcement in its chat, on a separate line. */
const HEADING = /^<h3>([^<]*)<\/h3>/;

/** The first characters of its list text. */
const pushedWords = (line: OracleLine): string =>
  [...inOneLine(listedWords(line).replace(HEADING, '$1 '))].slice(0, WORDS_MAX).join('');

/** Takes the pushes of a line to a device out of the remaining ones. */
function taken(left: Set<ToldPush>, { name }: TakingDevice, row: number): readonly ToldPush[] {
  const found = [...left].filter((one) => one.device === name && one.row === row && one.kind === 'message');
  for (const one of found) left.delete(one);
  return found;
}

/** Compares pushes to devices with the rules (PUSH-3, PUSH-4, PUSH-6, PUSH-7). */
export class PushTrial {
  readonly #devices = new Map<string, TakingDevice>();
  /** Notifications shown on each device by name, and their chats. */
  readonly #shown = new Map<string, Map<string, string>>();
  readonly #chatOfTag = new Map<string, string>();
  readonly #topicOfTag = new Map<string, string>();
  /** Names of reminders that were pushed: completed ones may be withdrawn. */
  readonly #reminders = new Set<string>();

  constructor(private readonly oracle: Oracle) {}

  /** Registers the device for pushes. */
  takes(device: TakingDevice): void {
    this.#devices.set(device.name, device);
  }

  look(phase: PushPhase): readonly string[] {
    const left = new Set(phase.told);
    const faults: string[] = [];
    for (const device of this.#devices.values()) {
      for (const line of phase.lines) faults.push(...this.#line(device, line, phase, left));
      for (const one of phase.reminded)
        if (one.person === device.person) faults.push(...this.#reminder(device, one, phase, left));
    }
    faults.push(...this.#taken(phase, left));
    for (const { device, kind, tag, title, words } of left)
      if (kind !== 'clear' || !this.#reminders.has(tag))
        faults.push(`${device} was pushed ${kind} "${title}": "${words}", and should not be`);
    return faults;
  }

  #line(device: TakingDevice, line: OracleLine, phase: PushPhase, left: Set<ToldPush>): readonly string[] {
    const due = phase.looking.has(device.person) ? 'no' : pushedOf(this.oracle, device.person, line);
    const told = taken(left, device, line.row);
    const what = `${line.chat} "${line.words}"`;
    if (due === 'open' && told.length === 0) return [];
    if (due === 'no') return told.map(() => `${device.name} was pushed ${what}, and should not be`);
    const soonest = line.saidAtMs + UNSEEN_MS;
    return [
      ...this.#inTime(device, what, told, [soonest, soonest + LATE_MS]),
      ...told.flatMap((one) => this.#said(device, line, one)),
      ...told.flatMap((one) => this.#named(device, line.chat, one)),
    ];
  }

  /** Checks that a reminder shows the present text of its line, and leads to it. */
  #reminder(
    device: TakingDevice,
    { row, dueMs }: PushPhase['reminded'][number],
    { looking }: PushPhase,
    left: Set<ToldPush>,
  ): readonly string[] {
    const line = this.oracle.lines.get(row);
    const due = line && !line.gone && !line.recalled && !looking.has(device.person);
    const told = taken(left, device, row);
    if (!line || !due) return told.map(() => `${device.name} was pushed a reminder, and should not be`);
    const soonest = dueMs + UNSEEN_MS;
    const faults = this.#inTime(device, `a reminder of "${line.words}"`, told, [
      soonest,
      soonest + TOLD_MS + LATE_MS,
    ]);
    for (const one of told) {
      this.#reminders.add(one.tag);
      const words = pushedWords(line);
      const isRight = device.words ? one.words === words : this.#isSilent(device, line, one);
      const wanted = device.words ? `"${words}"` : 'without words';
      if (!isRight)
        faults.push(`${device.name} was reminded "${one.title}": "${one.words}", it should be ${wanted}`);
    }
    return faults;
  }

  /**
   * Checks the time of a push: once, and once more if the push service was unavailable; an expired one is
   * dropped.
   */
  #inTime(
    { name }: TakingDevice,
    what: string,
    told: readonly ToldPush[],
    [from, till]: readonly [number, number],
  ): string[] {
    const [first, second] = told;
    const wanted = first?.outcome === 'later' ? 2 : 1;
    if (first?.outcome === 'gone') this.#devices.delete(name);
    if (told.length !== wanted || !first)
      return [`${name} was pushed ${what} ${told.length} times, it should be ${wanted}`];
    const faults: string[] = [];
    if (first.atMs < from - EARLY_MS || first.atMs > till)
      faults.push(`${name} was pushed ${what} at ${first.atMs}, it should be from ${from} to ${till}`);
    const waits = second ? second.atMs - first.atMs : AGAIN_MS;
    if (waits < AGAIN_MS - EARLY_MS || waits > AGAIN_MS + LATE_MS)
      faults.push(`${name} was pushed ${what} again after ${waits} ms`);
    return faults;
  }

  #said(device: TakingDevice, line: OracleLine, one: ToldPush): readonly string[] {
    const { oracle } = this;
    const chat = oracle.chats.get(line.chat);
    if (!chat) return [];
    const faults: string[] = [];
    const contact = oracleContactOf(device.person, line.chat);
    if (one.contact !== contact || one.isGroup !== (chat.group !== null))
      faults.push(`${device.name} is led to ${one.contact}, it should be ${contact}`);
    const title = expectedTitle(oracle, device.person, chat);
    const by = chat.group ? `${expectedName(oracle, device.person, line.by)}: ` : '';
    const isRight = device.words
      ? one.title === title && one.words === by + pushedWords(line)
      : this.#isSilent(device, line, one);
    if (!isRight)
      faults.push(
        `${device.name} was told "${one.title}": "${one.words}", it should be ${
          device.words ? `"${title}": "${by}${pushedWords(line)}"` : 'without words'
        }`,
      );
    return faults;
  }

  /** Contains neither a name nor text of it. */
  #isSilent({ person }: TakingDevice, line: OracleLine, { title, words }: ToldPush): boolean {
    const chat = this.oracle.chats.get(line.chat);
    const names = [
      ...(chat ? [expectedTitle(this.oracle, person, chat)] : []),
      expectedName(this.oracle, person, line.by),
      this.oracle.people.get(line.by)?.name ?? '',
      /\S+/.exec(line.words)?.[0] ?? '',
    ];
    return words !== '' && !names.some((name) => name !== '' && `${title} ${words}`.includes(name));
  }

  /** Each chat has one notification, which replaces itself, and no other chat has it. */
  #named({ name }: TakingDevice, chat: string, { tag, topic, outcome }: ToldPush): readonly string[] {
    const known = this.#chatOfTag.get(tag) ?? chat;
    const waits = this.#topicOfTag.get(tag) ?? topic;
    this.#chatOfTag.set(tag, chat);
    this.#topicOfTag.set(tag, topic);
    const own = [...this.#chatOfTag].filter(([, of]) => of === chat).length;
    const topics = new Set(this.#topicOfTag.values()).size;
    if (outcome === 'sent') this.#shownOn(name).set(tag, chat);
    return known === chat && own === 1 && waits === topic && topics === this.#topicOfTag.size
      ? []
      : [`${name} was told of ${chat} under the name ${tag}, which is not that chat's alone`];
  }

  #shownOn(device: string): Map<string, string> {
    const known = this.#shown.get(device) ?? new Map<string, string>();
    this.#shown.set(device, known);
    return known;
  }

  /** Messages read on another device are withdrawn, once, where they are shown; no others are. */
  #taken({ read, told }: PushPhase, left: Set<ToldPush>): readonly string[] {
    const faults: string[] = [];
    for (const { name, person, keepsAll } of this.#devices.values()) {
      for (const [tag, chat] of this.#shownOn(name)) {
        const isTag = (one: ToldPush): boolean => one.device === name && one.tag === tag;
        const taken = told.filter((one) => one.kind === 'clear' && isTag(one));
        const by = read.find((one) => one.person === person && one.chat === chat);
        if (!by) continue;
        for (const one of taken) left.delete(one);
        this.#shownOn(name).delete(tag);
        const must = !keepsAll && by.device !== null && by.device !== name;
        if (taken.length > Number(!keepsAll) || (must && taken.length === 0))
          faults.push(`${name} was asked ${taken.length} times to take ${chat} away, which was read`);
      }
    }
    return faults;
  }
}
