import { accessIn } from '../../../client/state/group-access.ts';
import type { Contact, State } from '../../../client/state/state.ts';
import { chatLimits } from '../../../domain/limits.ts';
import type { MessageId } from '../../../domain/ids.ts';
import type { RecallFacts } from '../../../domain/permissions.ts';
import { nowMs } from '../../platform/time.ts';
import type { TimelineRow } from './timeline.ts';

/** Facts that decide whether a message can be recalled, and how long that can be delayed. */
export const recallFacts = (state: State, contact: Contact, row: TimelineRow): RecallFacts => ({
  mine: row.own,
  inGroup: contact.kind === 'group',
  role: accessIn(state, contact.id)?.role ?? null,
  ageSec: (nowMs() - row.sentAtMs) / 1_000,
  redoTimeSec: state.config.chatInfo.redoTimeSec,
});

/**
 * Texts of messages that this user recalled here, so that "edit again" can fill the box. The recall erases
 * the message everywhere, so this lasts only as long as the page, and only the newest are kept.
 */
const texts = new Map<MessageId, string>();

export function rememberRecalled(id: MessageId, text: string): void {
  texts.set(id, text);
  const [oldest] = texts.keys();
  if (texts.size > chatLimits.recalledTextsMax && oldest !== undefined) texts.delete(oldest);
}

export const recalledText = (id: MessageId): string | null => texts.get(id) ?? null;
