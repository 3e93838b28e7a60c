import { reportLimits as limits } from '../../domain/report-limits.ts';
import type { ReportDecision, ReportedPerson, ReportRow } from '../../ports/store.ts';
import { lengthOf } from '../../domain/validation.ts';
import { decideReport, listReports, reportedFile, showReport } from '../features/reports/review.ts';
import type { Moderator } from '../features/reports/review.ts';
import { dateText } from '../kernel/date-text.ts';
import { Refusal } from '../kernel/refusal.ts';
import { AdminFault, change, need } from './admin.ts';
import type { Admin, AdminCommand } from './admin.ts';

const LISTED = 50;

const DECISIONS: Readonly<Record<string, ReportDecision>> = {
  dismiss: 'dismissed',
  delete: 'deleted',
  disable: 'disabled',
};

const moderator = ({ log, who, passwords }: Admin): Moderator => ({
  log,
  passwords,
  name: who.slice(0, limits.moderatorMax),
});

function numberIn(given: readonly string[]): number {
  const id = Number(need(given, 0, 'number'));
  if (!Number.isSafeInteger(id)) throw new AdminFault('A report is named by its number, see reports list');
  return id;
}

const person = (one: ReportedPerson | null): string =>
  one === null ? '(gone)' : `${one.account} “${one.realname}” (${one.id})`;

/** What was reported, in a few words. */
function thing({ copy }: ReportRow): string {
  switch (copy.kind) {
    case 'message':
      return `message of ${person(copy.from)}`;
    case 'person':
      return `person ${person(copy.person)}`;
    case 'group':
      return `group “${copy.name}”`;
  }
}

const lineOf = (row: ReportRow): string =>
  [row.id, dateText(row.atMs), row.decision?.what ?? 'waits', row.reason, thing(row)].join('\t');

/** All that was kept; what people wrote stands as JSON, so that no line of theirs passes for one of ours. */
function copyLines({ copy, stream }: ReportRow): readonly string[] {
  switch (copy.kind) {
    case 'message':
      return [
        `Message: ${JSON.stringify(copy.id)}, number ${copy.n} of ${stream} ${JSON.stringify(copy.place)}`,
        `Sent: ${dateText(copy.sentAtMs)} by ${person(copy.from)}, edited ${copy.rev} times`,
        `Said: ${copy.type} ${JSON.stringify(copy.content)}`,
        ...(copy.extra === null ? [] : [`Details: ${JSON.stringify(copy.extra)}`]),
      ];
    case 'person':
      return [`Person: ${person(copy.person)}`, `Said of themselves: ${JSON.stringify(copy.person.motto)}`];
    case 'group':
      return [
        `Group: ${stream} ${JSON.stringify(copy.name)}, owner ${person(copy.owner)}`,
        ...(
          [
            ['Notice', copy.notice],
            ['About', copy.about],
            ['Rules', copy.rules],
          ] as const
        )
          .filter(([, text]) => text !== '')
          .map(([name, text]) => `${name}: ${JSON.stringify(text)}`),
      ];
  }
}

const decidedLine = ({ what, by, atMs, note, eraseMs }: NonNullable<ReportRow['decision']>): string =>
  `Decided: ${what} by ${by}, ${dateText(atMs)}, ${JSON.stringify(note)}; erased ${dateText(eraseMs)}`;

const reportLines = (row: ReportRow, reporter: string): readonly string[] => [
  `Report ${row.id}, ${dateText(row.atMs)}, by ${reporter}: ${row.reason} ${JSON.stringify(row.words)}`,
  ...copyLines(row),
  ...(row.fileId === null ? [] : [`File: ${row.fileId}, see reports save`]),
  row.decision ? decidedLine(row.decision) : 'Waits for a decision',
  ...row.looks.map(({ by, atMs, did }) => `  ${dateText(atMs)} ${by} ${did}`),
];

export const REPORTS: readonly AdminCommand[] = [
  {
    words: 'reports list',
    takes: '[decided]',
    help: 'shows what people reported and nobody decided yet, the oldest first, or what was decided',
    run: async ({ store }, given) => {
      const { rows, total } = await store.read((tx) => listReports(tx, given[0] !== 'decided', 1, LISTED));
      return [...rows.map(lineOf), `${total} in all`];
    },
  },
  {
    words: 'reports show',
    takes: '<number>',
    help: 'shows a report with what was kept for it; who looked is written down',
    run: async (admin, given) => {
      const id = numberIn(given);
      const row = await change(admin, null, (tx) => showReport(moderator(admin), tx, id));
      if (row instanceof Refusal) return row;
      const reporter = await admin.store.read((tx) => tx.users.byId(row.reporter));
      return reportLines(row, reporter?.account ?? String(row.reporter));
    },
  },
  {
    words: 'reports save',
    takes: '<number> <file>',
    help: 'writes the picture or file that was kept with a report into a new file',
    run: async (admin, given) => {
      const [id, path] = [numberIn(given), need(given, 1, 'file')];
      const row = await change(admin, null, (tx) => showReport(moderator(admin), tx, id, 'saved'));
      if (row instanceof Refusal) return row;
      const file = await admin.store.read((tx) => reportedFile(tx, row));
      const found = file && (await (await admin.files()).open(file.key));
      if (!found) return new Refusal('fileUnknown');
      await admin.save(path, found.body, file.name);
      return [`Saved ${JSON.stringify(file.name)} as ${path}`];
    },
  },
  {
    words: 'reports decide',
    takes: '<number> <dismiss|delete|disable> [note]',
    help: 'ends a report: nothing is done, the message goes, or the person is let in no more',
    run: async (admin, given) => {
      const id = numberIn(given);
      const what = DECISIONS[need(given, 1, 'decision')];
      if (!what) throw new AdminFault('The decision is dismiss, delete or disable');
      const note = given[2] ?? '';
      if (lengthOf(note) > limits.noteMax)
        throw new AdminFault(`A note has at most ${limits.noteMax} characters`);
      const row = await change(admin, null, (tx, record) =>
        decideReport(moderator(admin), tx, record, { id, what, note }),
      );
      return row instanceof Refusal ? row : [`Report ${id}: ${what}`];
    },
  },
];
