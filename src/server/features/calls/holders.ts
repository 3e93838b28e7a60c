import { CALL } from '../../../domain/call.ts';
import { clientId } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { callLimits as limits, duration } from '../../../domain/limits.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { talkSecOf, type CallBook, type FollowedCall } from './book.ts';
import type { Ending } from './end.ts';
import { overByRecord } from './tell-end.ts';

/** The device that calls, accepts or resumes is the one in the call from now on. */
export function noteHolder(live: FollowedCall, user: UserId, client: string | null | undefined): void {
  if (client) live.holders.set(user, new Set([clientId(client)]));
  else live.holders.delete(user);
}

/**
 * During a talk, its devices are checked periodically. A side away for longer than any reconnection takes
 * will not return, and the other may be gone as well: then the call would never end, and its lock would stay
 * on all other devices (CALL-23).
 */
export function watchHolders(
  on: { readonly core: Core; readonly book: CallBook },
  live: FollowedCall,
  finish: (ending: Ending) => Promise<void>,
): void {
  const { core, book } = on;
  const missCounts = new Map<UserId, number>();
  const isCurrent = (): boolean => live.state === 'talking' && book.get(live.id) === live;
  const again = (): void => {
    book.after(live, limits.holderLookMs, () => {
      look().catch((error: unknown) => {
        core.log.write('error', 'call not ended', { error: String(error) });
        if (isCurrent()) again();
      });
    });
  };
  const look = async (): Promise<void> => {
    const sides = [live.caller, live.callee];
    const here = await Promise.all(sides.map((user) => isHere(core, live, user)));
    // The call ended in the meantime, or this node is stopping.
    if (!isCurrent()) return;
    for (const [at, user] of sides.entries())
      if (here[at] !== null) missCounts.set(user, here[at] === true ? 0 : (missCounts.get(user) ?? 0) + 1);
    const isMissing = sides.some((user) => (missCounts.get(user) ?? 0) >= limits.holderMissedMax);
    const talkSec = talkSecOf(live, core.clock.elapsedMs());
    if (!isMissing && talkSec * duration.SECOND < limits.lifeMaxMs) {
      const isOpen = await markFollowed(core, live);
      if (!isCurrent()) return;
      // A device that binds must not receive it any longer.
      return isOpen ? again() : overByRecord(on, live);
    }
    await finish({ by: null, code: CALL.ended, talkSec });
  };
  again();
}

/**
 * Recorded for the end of this server: another one checks when a call was last tracked (CALL-40). False if
 * the store reports that it is over.
 */
async function markFollowed(core: Core, live: FollowedCall): Promise<boolean> {
  try {
    return await command(core, (tx) => tx.calls.refreshTalking(live.msgId));
  } catch (error) {
    core.log.write('warn', 'a call was not marked as followed', { error: String(error) });
    return true;
  }
}

/** A device without a named socket counts as present while its user is; null: unknown at the moment. */
async function isHere(core: Core, live: FollowedCall, user: UserId): Promise<boolean | null> {
  const clients = live.holders.get(user);
  if (clients === undefined) return core.hub.isReachable(user);
  const here = await Promise.all([...clients].map((client) => core.hub.isAt(client, user)));
  return here.includes(true) || (here.includes(null) ? null : false);
}
