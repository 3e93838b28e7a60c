import { botLimits as limits, buttonsOf, withButtons } from '../../../domain/bots.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { MessageRow, ReadTx } from '../../../ports/store.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Composed } from './compose.ts';
import { storedMessage } from './stored-message.ts';

/** Only a bot with an address has buttons; those of other users are dropped (BOT-13). */
export async function checkedButtons(
  tx: ReadTx,
  me: UserId,
  extra: MessageRow['extra'],
): Promise<MessageRow['extra'] | Refusal> {
  const given = extra?.['buttons'];
  if (given === undefined) return extra;
  if ((await tx.programs.get(me)) === null) return withButtons(extra, []);
  const buttons = buttonsOf(given);
  return buttons === null
    ? new Refusal('badButtons', { facts: { max: limits.buttonsMax, length: limits.buttonTextMax } })
    : withButtons(extra, buttons);
}

/** The file of a message, or its text with checked buttons. */
export async function checkedContent(
  tx: ReadTx,
  me: UserId,
  draft: Composed,
): Promise<Pick<Composed, 'type' | 'content' | 'extra'> | Refusal> {
  if (draft.fileId !== null) return storedMessage(tx, me, draft.fileId, draft.type);
  const extra = await checkedButtons(tx, me, draft.extra);
  return extra instanceof Refusal ? extra : { ...draft, extra };
}
