import type { UserRow } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { say } from '../../kernel/texts.ts';
import { Refusal } from '../../kernel/refusal.ts';

/** A closed site lets only its administrators in, and says why in its own words (CONF-3). */
export function demandOpen(core: Pick<Core, 'config'>, role: UserRow['role']): Refusal | null {
  const { open, closeTips } = core.config().sysInfo;
  if (!open && role === 0)
    return new Refusal('siteClosed', { facts: { tips: closeTips || say('siteClosedText', 'zh') } });
  return null;
}
