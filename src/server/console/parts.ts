import { hasBotMark } from '../../domain/bots.ts';
import type { UserId } from '../../domain/ids.ts';
import { DAY, MINUTE } from '../../domain/duration.ts';
import type { Gauges } from '../../ports/meter.ts';
import type { FiguresRow, OverviewQuery, ReadTx, ReportRow } from '../../ports/store.ts';
import { type Admin, change } from '../admin/admin.ts';
import { FILE, LONG_FIELDS, fieldsOf } from '../admin/fields.ts';
import { COMMANDS, commandHelp, commandName } from '../admin/run.ts';
import type { Tries } from '../features/auth/tries.ts';
import { serverEmojiRows } from '../features/emoji/server-emoji.ts';
import { announcements } from '../features/notices/notices.ts';
import type { Quotas } from '../features/quotas/quotas.ts';
import { listReports, showReport } from '../features/reports/review.ts';
import type { Core } from '../kernel/core.ts';
import { inviteLimits, consoleLimits as limits } from '../kernel/limits.ts';
import { keyFor, phrase, phraseIn } from '../kernel/phrase.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type TextLanguage, isReason, say } from '../kernel/texts.ts';
import { REFUSAL } from '../operation/figures.ts';
import type { Readiness } from '../operation/readiness.ts';
import { type Names, nameOf, namesIn, sentenceOf } from './audit-sentences.ts';
import { settingsPart } from './settings.ts';

export interface DaySeries {
  /** Minutes since 1970 at which a step begins, the oldest first. */
  readonly minutes: readonly number[];
  /** One value for each step; null if no node reported any. */
  readonly lines: Readonly<Record<string, readonly (number | null)[]>>;
  /** How many of each reason were refused, the most first. */
  readonly refusals: readonly { readonly reason: string; readonly count: number }[];
}

/** Counted per minute and summed; the others are values of a moment. */
const COUNTED = ['calls', 'faults', 'frames', 'crowded', 'cpuMs'] as const;
/** Summed over all nodes; the others show the node with the highest value (of free room: the lowest). */
const TOGETHER = ['sockets', 'users', 'memoryBytes', 'storeWaiting'] as const;
const MOST = ['databaseBytes', 'lateMs', 'busLagMs'] as const;
const LEAST = ['diskFreeBytes'] as const;

const sum = (all: readonly number[]): number => all.reduce((one, more) => one + more, 0);
const mean = (all: readonly number[]): number => sum(all) / all.length;

const nodesIn = (step: readonly FiguresRow[]): number => new Set(step.map(({ node }) => node)).size;

/** The figures of a day in steps, all nodes together. */
export function daySeries(rows: readonly FiguresRow[], since: number, now: number): DaySeries {
  const steps = Math.ceil((now - since + 1) / limits.stepMinutes);
  const minutes = Array.from({ length: steps }, (_, at) => since + at * limits.stepMinutes);
  const inStep = minutes.map((): FiguresRow[] => []);
  for (const row of rows) inStep[Math.floor((row.minute - since) / limits.stepMinutes)]?.push(row);
  const line = (name: string, of: (values: readonly number[], step: readonly FiguresRow[]) => number) =>
    inStep.map((step) => {
      const values = step.map(({ figures }) => figures[name]).filter((value) => value !== undefined);
      return values.length === 0 ? null : Math.round(of(values, step));
    });
  return {
    minutes,
    lines: Object.fromEntries([
      ...COUNTED.map((name) => [name, line(name, sum)] as const),
      ...TOGETHER.map((name) => [name, line(name, (all, step) => mean(all) * nodesIn(step))] as const),
      ...MOST.map((name) => [name, line(name, (all) => Math.max(...all))] as const),
      ...LEAST.map((name) => [name, line(name, (all) => Math.min(...all))] as const),
    ]),
    refusals: refusalsIn(rows),
  };
}

function refusalsIn(rows: readonly FiguresRow[]): DaySeries['refusals'] {
  const counts = new Map<string, number>();
  for (const { figures } of rows)
    for (const [name, count] of Object.entries(figures))
      if (name.startsWith(REFUSAL)) {
        const reason = name.slice(REFUSAL.length);
        counts.set(reason, (counts.get(reason) ?? 0) + count);
      }
  return [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count);
}

/** Dependencies of the console's parts. */
export interface ConsoleParts {
  readonly core: Core;
  readonly quotas: Pick<Quotas, 'usage'>;
  readonly tries: Tries;
  readonly ready: () => Promise<Readiness>;
  readonly gauges: () => Promise<Gauges>;
}

export interface ConsoleView {
  readonly on: ConsoleParts;
  /** Checks in each transaction that the viewer is permitted (CONSOLE-2). */
  readonly admin: Admin;
  readonly language: TextLanguage;
  readonly query: OverviewQuery;
  /** Number of the viewed item, if it is a single one. */
  readonly id: number;
}

export type Part = (view: ConsoleView) => Promise<unknown>;

/** The text of a name in the viewer's language; an untranslated name stays as it is. */
function textIn(prefix: 'field' | 'choice' | 'job', name: string, language: TextLanguage): string {
  const key = keyFor(prefix, name);
  return key ? phraseIn(phrase(key), language) : name;
}

/** All commands, described for a form; files are sent to the caller. */
const commands: Part = ({ language }) =>
  Promise.resolve(
    COMMANDS.map(({ words, synopsis }) => ({
      words,
      name: phraseIn(commandName(words), language),
      help: phraseIn(commandHelp(words), language),
      saves: fieldsOf(synopsis).some(({ name }) => name === FILE),
      fields: fieldsOf(synopsis)
        .filter(({ name }) => name !== FILE)
        .map(({ name, of, isRequired }) => ({
          name,
          isLong: LONG_FIELDS.has(name),
          label: textIn('field', name, language),
          isRequired,
          of: of?.map((value) => ({ value, label: textIn('choice', value, language) })) ?? null,
        })),
    })),
  );

/** Usernames of the owners of these bots (BOT-8). */
const ownersOf = ({ store }: ConsoleView['admin'], bots: readonly UserId[]) =>
  store.read(async (tx) => {
    const owners = new Map<UserId, string>();
    for (const id of bots) {
      const bot = await tx.bots.get(id);
      const owner = bot && (await tx.users.byId(bot.owner));
      if (owner) owners.set(id, owner.account);
    }
    return owners;
  });

/** Includes each user's daily upload limit, and how much of it is used. */
async function people({ on, admin, query }: ConsoleView): Promise<unknown> {
  const { rows, total } = await admin.store.read((tx) => tx.overview.people(query, admin.clock.nowMs()));
  const usage = await Promise.all(rows.map(({ id }) => on.quotas.usage(id)));
  const owners = await ownersOf(
    admin,
    rows.filter(({ realname }) => hasBotMark(realname)).map(({ id }) => id),
  );
  return {
    total,
    rows: rows.map((row, at) => ({ ...row, today: usage[at], botOf: owners.get(row.id) ?? null })),
  };
}

/** The viewers are listed with a single report only. */
const reportRow = (row: ReportRow, names: Names, language: TextLanguage) => {
  const { id, reporter, kind, reason, words, atMs, copy, decision } = row;
  return {
    id,
    reporter,
    kind,
    words,
    atMs,
    copy,
    reason: phraseIn(phrase(`reason.${reason}`), language),
    decision: decision && {
      ...decision,
      what: phraseIn(phrase(`did.${decision.what}`), language),
      by: phraseIn(nameOf(decision.by, names), language),
    },
  };
};

/** Administrators who decided on these reports, or viewed them. */
const namesOf = (tx: ReadTx, rows: readonly ReportRow[]): Promise<Names> =>
  namesIn(
    tx,
    rows.flatMap(({ decision, looks }) =>
      [...looks.map(({ by }) => by), decision?.by ?? ''].map((by) => ({ by, about: '' })),
    ),
  );

async function reports({ admin, query, language }: ConsoleView, isOpen: boolean): Promise<unknown> {
  return admin.store.read(async (tx) => {
    const { rows, total } = await listReports(tx, isOpen, query.page, query.limit);
    const names = await namesOf(tx, rows);
    return { total, rows: rows.map((row) => reportRow(row, names, language)) };
  });
}

/** Counts what waits for an administrator, for the menu. */
const waiting: Part = ({ admin }) =>
  admin.store.read(async (tx) => ({ reports: (await listReports(tx, true, 1, 1)).total }));

/** The viewer is recorded in the same transaction (REPORT-5). */
async function report({ admin, id, language }: ConsoleView): Promise<unknown> {
  const by = { log: admin.log, passwords: admin.passwords, name: admin.who };
  const row = await change(admin, null, (tx) => showReport(by, tx, id));
  if (row instanceof Refusal) return row;
  return admin.store.read(async (tx) => {
    const names = await namesOf(tx, [row]);
    const reporter = await tx.users.byId(row.reporter);
    return {
      ...row,
      ...reportRow(row, names, language),
      reporter: reporter?.account ?? String(row.reporter),
      looks: row.looks.map((look) => ({
        ...look,
        by: phraseIn(nameOf(look.by, names), language),
        did: phraseIn(phrase(`did.${look.did}`), language),
      })),
    };
  });
}

/** Links that still work, then the people invited by name with what became of it (INVITE-5). */
async function invitations({ admin }: ConsoleView): Promise<unknown> {
  return admin.store.read(async (tx) => {
    const live = await tx.invites.live(admin.clock.nowMs(), limits.entries);
    const personalInvites = await tx.invites.listNamed(inviteLimits.listMax);
    const open = live.filter(({ name, email }) => name === '' && email === '');
    return { rows: [...open, ...personalInvites], ...(await tx.invites.countNamed()) };
  });
}

async function retention({ admin }: ConsoleView): Promise<unknown> {
  return admin.store.read(async (tx) => {
    const { msgClear, msgClearDay } = (await tx.config.get()).config.chatInfo;
    return { days: msgClear ? msgClearDay : 0 };
  });
}

async function audit({ admin, language }: ConsoleView): Promise<unknown> {
  return admin.store.read(async (tx) => {
    const { start, head } = await tx.audit.ends();
    const rows = await tx.audit.page(Math.max(start.n, head.n - limits.entries), limits.entries);
    const names = await namesIn(tx, rows);
    const entries = rows.toReversed().map((row) => {
      const { n, atMs, by, what, about, facts } = row;
      const { sentence, details } = sentenceOf(row, names);
      return {
        n,
        atMs,
        sentence: phraseIn(sentence, language),
        details: phraseIn(details, language),
        raw: [by, what, about, facts].join(' · '),
      };
    });
    return { head, rows: entries };
  });
}

async function health({ on, admin, language }: ConsoleView): Promise<unknown> {
  await admin.store.read((tx) => tx.config.get());
  const { core } = on;
  const [ready, gauges, counts] = [await on.ready(), await on.gauges(), core.meter?.counts()];
  return {
    ready,
    gauges,
    memoryBytes: counts?.memoryBytes ?? null,
    nodes: core.peers?.nodes() ?? [],
    jobs: (core.jobs?.all() ?? []).map(([failed, { atMs, fault }]) => ({
      name: textIn('job', failed, language),
      atMs,
      fault,
    })),
  };
}

/** Figures of all nodes together, and refusals by reason (CONSOLE-6). */
async function figures({ admin, language }: ConsoleView): Promise<unknown> {
  const now = Math.floor(admin.clock.nowMs() / MINUTE);
  const since = now - DAY / MINUTE;
  const day = daySeries(await admin.store.read((tx) => rowsSince(tx, since)), since, now);
  const refusals = day.refusals.map((one) => ({ ...one, text: reasonText(one.reason, language) }));
  return { ...day, refusals };
}

/** Omits the details of single refusals; an earlier build may have counted other reasons. */
const reasonText = (reason: string, language: TextLanguage): string =>
  isReason(reason) ? say(reason, language).replaceAll(/\{\{\w+\}\}/g, '…') : reason;

const rowsSince = (tx: ReadTx, since: number) => tx.overview.figures(since, limits.figuresMax);

const listed =
  (work: (tx: ReadTx, view: ConsoleView) => Promise<readonly unknown[]>): Part =>
  (view) =>
    view.admin.store.read(async (tx) => ({ rows: await work(tx, view) }));

/** Everything that is shown, by its name (CONSOLE-3). */
export const PARTS: Readonly<Record<string, Part>> = {
  commands,
  people,
  groups: ({ admin, query }) => admin.store.read((tx) => tx.overview.groups(query)),
  reports: (view) => reports(view, true),
  waiting,
  decided: (view) => reports(view, false),
  report,
  invitations,
  notices: listed((tx) => announcements(tx, limits.page)),
  discover: listed(async (tx) => (await tx.config.get()).config.compass.list),
  emoji: listed((tx, { on }) => serverEmojiRows(on.core, tx)),
  settings: settingsPart,
  retention,
  audit,
  health,
  figures,
};
