import { messageId } from '../../../domain/ids.ts';
import { reportLimits as limits } from '../../../domain/people-limits.ts';
import type {
  FileRow,
  ReadTx,
  ReportDecision,
  ReportLook,
  ReportRow,
  WriteTx,
} from '../../../ports/store.ts';
import type { Log } from '../../../ports/log.ts';
import { noteAudit } from '../../kernel/audit.ts';
import type { Digest } from '../../kernel/audit.ts';
import type { EventRecorder } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { setActive } from '../auth/own-account.ts';
import { erase } from '../messages/take-back.ts';
import { isFirstAdministrator } from '../../../domain/permissions.ts';

/**
 * Moderators' actions on reports, from the command line or separate pages. Each view or decision is recorded
 * with the report and in the audit, in the same transaction, and logged (REPORT-5, AUDIT-3).
 */
export interface Moderator {
  readonly log: Log;
  readonly passwords: Digest;
  /** The host's name for them. */
  readonly name: string;
}

export const listReports = (tx: ReadTx, open: boolean, page: number, limit: number) =>
  tx.reports.list({ open, page, limit });

/** One report with what was kept for it. */
export async function showReport(
  by: Moderator,
  tx: WriteTx,
  id: number,
  did: 'shown' | 'saved' = 'shown',
): Promise<ReportRow | Refusal> {
  const row = await tx.reports.byId(id);
  if (!row) return new Refusal('reportUnknown');
  return noteDecision(by, tx, row, did);
}

/** The file that is kept with a report; null where it has none. */
export async function reportedFile(tx: ReadTx, row: ReportRow): Promise<FileRow | null> {
  return row.fileId === null ? null : tx.files.byId(row.fileId);
}

/**
 * Decides a report, once: no action, the message is deleted as by its author (RECALL-3), or the user is
 * disabled. From then on the preserved content has its retention time (REPORT-6).
 */
export async function decideReport(
  by: Moderator,
  tx: WriteTx,
  record: EventRecorder,
  { id, what, note }: { readonly id: number; readonly what: ReportDecision; readonly note: string },
): Promise<ReportRow | Refusal> {
  const row = await tx.reports.byId(id);
  if (!row) return new Refusal('reportUnknown');
  if (row.decision) return new Refusal('reportDecided');
  const { nowMs: atMs } = tx;
  const decision = { what, note, by: by.name, atMs, eraseMs: atMs + limits.retentionMs };
  if (!(await tx.reports.decide(id, decision))) return new Refusal('reportDecided');
  const refusal = await carryOut(tx, record, row, what);
  if (refusal) return refusal;
  return noteDecision(by, tx, { ...row, decision }, what);
}

async function carryOut(
  tx: WriteTx,
  record: EventRecorder,
  row: ReportRow,
  what: ReportDecision,
): Promise<Refusal | null> {
  if (what === 'deleted') {
    if (row.kind !== 'message') return new Refusal('reportNothing');
    const message = await tx.messages.byId(messageId(row.about));
    // Another user may have recalled or deleted it in the meantime: then nothing is left to do.
    if (message && !message.recalled) await erase(tx, record, message);
  }
  if (what === 'disabled') {
    const person = row.accused && (await tx.users.byId(row.accused));
    // The first administrator stays one (ADMIN-5).
    if (!person || isFirstAdministrator(person)) return new Refusal('reportNothing');
    await setActive(tx, record, person.id, false);
  }
  return null;
}

async function noteDecision(
  by: Moderator,
  tx: WriteTx,
  row: ReportRow,
  did: ReportLook['did'],
): Promise<ReportRow> {
  const recentLooks = [...row.looks, { by: by.name, atMs: tx.nowMs, did }].slice(-limits.viewsMax);
  await tx.reports.setLooks(row.id, recentLooks);
  by.log.write('info', 'report', { report: row.id, by: by.name, did });
  const what = did === 'shown' || did === 'saved' ? `report ${did}` : 'report decided';
  const facts = { kind: row.kind, accused: row.accused, did };
  await noteAudit(by.passwords, tx, { by: `host ${by.name}`, what, about: `report ${row.id}`, facts });
  return { ...row, looks: recentLooks };
}
