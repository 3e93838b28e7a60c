import type { AuditPlace } from '../../ports/store.ts';
import { auditLines, verifyAudit } from '../features/audit/read.ts';
import { noteAudit } from '../kernel/audit.ts';
import { row, withFacts } from '../kernel/bilingual.ts';
import { AdminError, hostOf, need } from './admin.ts';
import type { AdminCommand } from './admin.ts';
import { ANSWERS } from './answers.ts';

/** A number and a hash, as `audit verify` printed them before; null: none was given. */
function placeIn([number, hash]: readonly string[]): AuditPlace | null {
  if (number === undefined) return null;
  if (!/^[1-9]\d{0,15}$/.test(number) || !/^[0-9a-f]{64}$/.test(hash ?? ''))
    throw new AdminError(ANSWERS.badPlace);
  return { n: Number(number), hash: hash ?? '' };
}

export const AUDIT: readonly AdminCommand[] = [
  {
    words: 'audit verify',
    takes: '[<number> <hash>]',
    help: 'checks the audit log for changed or missing entries; prints its end, to store elsewhere',
    isReading: true,
    run: async ({ store, passwords }, given) => {
      const { fault, right, end } = await verifyAudit(store, passwords, placeIn(given));
      if (fault !== null) throw new AdminError(withFacts(ANSWERS.auditFault, { fault, right }));
      return [withFacts(ANSWERS.auditRight, { right }), row(`${end.n} ${end.hash}`)];
    },
  },
  {
    words: 'audit export',
    takes: '<file>',
    help: 'exports the audit log into a new file, as JSON lines; the export itself is recorded',
    isReading: true,
    run: async (admin, given) => {
      const path = need(given, 0, 'file');
      const end = await admin.store.write((tx) =>
        noteAudit(admin.passwords, tx, { by: hostOf(admin), what: 'audit export' }),
      );
      await admin.save(path, auditLines(admin.store, end));
      return [withFacts(ANSWERS.auditExported, { n: end.n, path }), row(`${end.n} ${end.hash}`)];
    },
  },
];
