import { DAY } from '../../../domain/duration.ts';
import { type UserId, userStream } from '../../../domain/ids.ts';
import type { SecurityChange } from '../../../domain/kept.ts';
import type { WriteTx } from '../../../ports/store.ts';
import { type Core, type EventRecorder, command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { type AccountState, type Undo, accountState, addFormer, addUndo } from './address-undo.ts';
import { mailChange } from './change-mail.ts';
import { noteSecurity } from './security-notes.ts';

interface Kind {
  /** The proved address from before the change gets a mail (ACC-30). */
  readonly isMailed: boolean;
  /** The mail has the link that returns the account (ACC-29). */
  readonly hasUndo: boolean;
  /** Several in a row, in the time of one proof, are one note and one mail. */
  readonly isOnce: boolean;
}

const LINKED: Kind = { isMailed: true, hasUndo: true, isOnce: false };
/** It adds no way in, so a link that sets a password would be the greater risk. */
const SMALL: Kind = { isMailed: true, hasUndo: false, isOnce: true };

const KINDS: Readonly<Record<SecurityChange, Kind>> = {
  password: LINKED,
  account: LINKED,
  passkeyAdded: LINKED,
  passkeyRemoved: LINKED,
  secondStepOn: LINKED,
  secondStepOff: LINKED,
  loginAdded: LINKED,
  loginRemoved: LINKED,
  sessionsEnded: SMALL,
  privacy: SMALL,
  wrongTries: { isMailed: false, hasUndo: false, isOnce: false },
};

interface Change {
  readonly what: SecurityChange;
  readonly device: string;
  /** The user has just taken the account back by a link: their device reports it, no mail does. */
  readonly isReturn?: boolean;
}
type NoteChange = (change: Change) => Promise<void>;

interface Notice {
  readonly before: AccountState;
  readonly change: Change;
  readonly undo: Undo | null;
}

/**
 * Runs a command that may change what protects an account. `note` reports the change to the user's devices,
 * in the same transaction; after the commit a mail goes to the address from before it (ACC-21, ACC-30). A
 * failed mail fails no command.
 * @example await accountCommand(core, user, (tx, record, note) => note({ what: 'privacy', device }))
 */
export async function accountCommand<T>(
  core: Core,
  user: UserId,
  work: (tx: WriteTx, record: EventRecorder, note: NoteChange) => Promise<T>,
): Promise<T> {
  let notice: Notice | null = null;
  const answer = await command(core, async (tx, record) => {
    notice = null;
    // Reading the stream locks it on engines with concurrent writers: one user's changes take turns.
    await tx.streams.get(userStream(user));
    const before = await accountState(tx, user, tx.nowMs);
    return work(tx, record, async (change) => {
      if (change.what === 'account' && before && !before.user.isAuth) await addFormer(core, tx, before);
      const kind = KINDS[change.what];
      const isNew = await noteSecurity(tx, record, user, change, kind.isOnce);
      if (!isNew || !kind.isMailed || !before || change.isReturn) return;
      notice = { before, change, undo: kind.hasUndo ? await addUndo(core, tx, before) : null };
    });
  });
  if (!(answer instanceof Refusal)) await mailed(core, notice);
  return answer;
}

async function mailed(core: Core, notice: Notice | null): Promise<void> {
  if (notice === null) return;
  const { before, change, undo } = notice;
  const days = undo && Math.ceil((undo.expiresAtMs - core.clock.nowMs()) / DAY);
  await mailChange(core, before, { ...change, undo: undo && { code: undo.code, days: days ?? 0 } });
}
