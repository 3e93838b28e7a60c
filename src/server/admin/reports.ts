import { reportLimits as limits } from '../../domain/people-limits.ts';
import type { ReportDecision, ReportedPerson, ReportRow } from '../../ports/store.ts';
import { lengthOf } from '../../domain/validation.ts';
import { decideReport, listReports, reportedFile, showReport } from '../features/reports/review.ts';
import type { Moderator } from '../features/reports/review.ts';
import { type Phrase, joined, phrase, row as lineWith } from '../kernel/phrase.ts';
import { dateText } from '../kernel/date-text.ts';
import { Refusal } from '../kernel/refusal.ts';
import { AdminError, change, need } from './admin.ts';
import type { Admin, AdminCommand } from './admin.ts';
import { CONFIRM, confirmLast } from './people.ts';

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

function numberIn(args: readonly string[]): number {
  const id = Number(need(args, 0, 'number'));
  if (!Number.isSafeInteger(id)) throw new AdminError(phrase('report.whichReport'));
  return id;
}

const person = (one: ReportedPerson | null): Phrase =>
  one === null
    ? phrase('report.missing')
    : phrase('report.person', { account: one.account, realname: one.realname, id: one.id });

/** Describes the reported content briefly. */
function thing({ copy }: ReportRow): Phrase {
  switch (copy.kind) {
    case 'message':
      return phrase('report.aMessage', { person: person(copy.from) });
    case 'person':
      return phrase('report.aPerson', { person: person(copy.person) });
    case 'group':
      return phrase('report.aGroup', { name: copy.name });
  }
}

const lineOf = (row: ReportRow): Phrase => {
  const state = row.decision === null ? phrase('report.waits') : phrase(`did.${row.decision.what}`);
  return lineWith(row.id, dateText(row.atMs), state, phrase(`reason.${row.reason}`), thing(row));
};

/** All preserved content; user text is printed as JSON, so that no line of it can pass for one of ours. */
function copyLines({ copy, stream }: ReportRow): readonly Phrase[] {
  const place = String(stream);
  switch (copy.kind) {
    case 'message': {
      const { id, n, sentAtMs, from, rev, type, content, extra } = copy;
      return [
        phrase('report.message', {
          id: JSON.stringify(id),
          n,
          stream: place,
          place: JSON.stringify(copy.place),
        }),
        phrase('report.sent', { at: dateText(sentAtMs), person: person(from), count: rev }),
        phrase('report.content', { type, content: JSON.stringify(content) }),
        ...(extra === null ? [] : [phrase('report.details', { extra: JSON.stringify(extra) })]),
      ];
    }
    case 'person':
      return [
        phrase('report.thePerson', { person: person(copy.person) }),
        phrase('report.motto', { motto: JSON.stringify(copy.person.motto) }),
      ];
    case 'group': {
      const texts = [
        ['report.notice', copy.notice],
        ['report.about', copy.about],
        ['report.rules', copy.rules],
      ] as const;
      return [
        phrase('report.theGroup', {
          stream: place,
          name: JSON.stringify(copy.name),
          owner: person(copy.owner),
        }),
        ...texts
          .filter(([, text]) => text !== '')
          .map(([line, text]) => phrase(line, { text: JSON.stringify(text) })),
      ];
    }
  }
}

const decidedLine = ({ what, by, atMs, note, eraseMs }: NonNullable<ReportRow['decision']>): Phrase =>
  phrase('report.decision', {
    what: phrase(`did.${what}`),
    by,
    at: dateText(atMs),
    note: JSON.stringify(note),
    erased: dateText(eraseMs),
  });

const reportLines = (row: ReportRow, reporter: string): readonly Phrase[] => [
  phrase('report.report', {
    id: row.id,
    at: dateText(row.atMs),
    reporter,
    reason: phrase(`reason.${row.reason}`),
    words: JSON.stringify(row.words),
  }),
  ...copyLines(row),
  ...(row.fileId === null ? [] : [phrase('report.file', { id: row.fileId })]),
  row.decision ? decidedLine(row.decision) : phrase('report.undecided'),
  ...row.looks.map(({ by, atMs, did }) => joined([' ', dateText(atMs), by, phrase(`did.${did}`)], ' ')),
];

/** A reported user may be the only administrator (ADMIN-10). */
async function confirmAccused(admin: Admin, id: number, args: readonly string[]): Promise<void> {
  const user = await admin.store.read(async (tx) => {
    const row = await tx.reports.byId(id);
    return row?.accused ? tx.users.byId(row.accused) : null;
  });
  if (user) await confirmLast(admin, user.account, args);
}

export const REPORTS: readonly AdminCommand[] = [
  {
    words: 'reports list',
    synopsis: '[decided]',
    isReading: true,
    execute: async ({ store }, args) => {
      const { rows, total } = await store.read((tx) => listReports(tx, args[0] !== 'decided', 1, LISTED));
      return [...rows.map(lineOf), phrase('report.inAll', { total })];
    },
  },
  {
    words: 'reports show',
    synopsis: '<number>',
    isReading: true,
    execute: async (admin, args) => {
      const id = numberIn(args);
      const row = await change(admin, null, (tx) => showReport(moderator(admin), tx, id));
      if (row instanceof Refusal) return row;
      const reporter = await admin.store.read((tx) => tx.users.byId(row.reporter));
      return reportLines(row, reporter?.account ?? String(row.reporter));
    },
  },
  {
    words: 'reports save',
    synopsis: '<number> <file>',
    execute: async (admin, args) => {
      const [id, path] = [numberIn(args), need(args, 1, 'file')];
      const row = await change(admin, null, (tx) => showReport(moderator(admin), tx, id, 'saved'));
      if (row instanceof Refusal) return row;
      const file = await admin.store.read((tx) => reportedFile(tx, row));
      const opened = file && (await (await admin.files()).open(file.key));
      if (!opened) return new Refusal('fileUnknown');
      await admin.save(path, opened.body, file.name);
      return [phrase('report.fileSaved', { name: JSON.stringify(file.name), path })];
    },
  },
  {
    words: 'reports decide',
    synopsis: '<number> <dismiss|delete|disable> [note] [--yes]',
    execute: async (admin, typed) => {
      const parameters = typed.filter((word) => word !== CONFIRM);
      const id = numberIn(parameters);
      const what = DECISIONS[need(parameters, 1, 'decision')];
      if (!what) throw new AdminError(phrase('report.whichDecision'));
      const note = parameters[2] ?? '';
      const max = limits.noteMax;
      if (lengthOf(note) > max) throw new AdminError(phrase('report.longNote', { max }));
      if (what === 'disabled') await confirmAccused(admin, id, typed);
      const row = await change(admin, null, (tx, record) =>
        decideReport(moderator(admin), tx, record, { id, what, note }),
      );
      return row instanceof Refusal ? row : [phrase('report.decided', { id, what: phrase(`did.${what}`) })];
    },
  },
];
