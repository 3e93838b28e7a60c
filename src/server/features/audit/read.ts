import { AuditCheck } from '../../kernel/audit.ts';
import type { Digest } from '../../kernel/audit.ts';
import type { Phrase } from '../../kernel/phrase.ts';
import { auditLimits as limits } from '../../kernel/limits.ts';
import { readLong } from '../../kernel/long-read.ts';
import type { AuditPlace, AuditRow, Store } from '../../../ports/store.ts';

/** The end of the chain, or its fault, and the number of valid entries before that. */
export interface AuditVerdict {
  readonly fault: Phrase | null;
  readonly right: number;
  readonly end: AuditPlace;
}

/** Verifies the whole chain as of one moment (AUDIT-4). */
export const verifyAudit = (
  store: Store,
  passwords: Digest,
  formerEnd: AuditPlace | null = null,
): Promise<AuditVerdict> =>
  readLong(store, async (tx, steps) => {
    const { start, head } = await tx.audit.ends();
    const check = new AuditCheck(passwords, start, formerEnd);
    for (let after = -1; ;) {
      const rows = await tx.audit.page(after, limits.page);
      for (const row of rows) {
        const fault = check.next(row);
        if (fault !== null) return { fault, right: check.place.n - start.n, end: check.place };
        after = row.n;
      }
      await steps.did(limits.page);
      if (rows.length < limits.page)
        return { fault: check.end(head), right: check.place.n - start.n, end: check.place };
    }
  });

const line = ({ n, atMs, by, what, about, facts, before, hash }: AuditRow): string =>
  `${JSON.stringify({ n, at: new Date(atMs).toISOString(), atMs, by, what, about, facts, before, hash })}\n`;

/**
 * The chain as JSON lines, with a last one for its start and end: a reader can verify the hashes without this
 * server (AUDIT-4).
 */
export function auditLines(store: Store, upTo: AuditPlace): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = -1;
  return new ReadableStream({
    pull: async (to) => {
      const { rows, ends } = await store.read(async (tx) => ({
        rows: (await tx.audit.page(after, limits.page)).filter(({ n }) => n <= upTo.n),
        ends: await tx.audit.ends(),
      }));
      const last = rows.at(-1);
      after = last?.n ?? after;
      const end = last === undefined ? `${JSON.stringify({ start: ends.start, end: upTo })}\n` : '';
      to.enqueue(encoder.encode(rows.map(line).join('') + end));
      if (last === undefined) to.close();
    },
  });
}
