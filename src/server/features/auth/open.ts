import type { UserRow } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { USER_ROLE } from '../../../domain/contact.ts';

/** A closed site admits only its administrators, and answers with its configured text (CONF-3). */
export function checkOpen(core: Pick<Core, 'config'>, role: UserRow['role']): Refusal | null {
  const { open, closeTips } = core.config().sysInfo;
  if (!open && role === USER_ROLE.user)
    return closeTips === ''
      ? new Refusal('siteClosedText')
      : new Refusal('siteClosed', { facts: { tips: closeTips } });
  return null;
}
