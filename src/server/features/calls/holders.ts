import { CALL } from '../../../domain/call.ts';
import { clientId } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { callLimits as limits, duration } from '../../../domain/limits.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { talkSecOf, type CallBook, type FollowedCall } from './book.ts';
import type { Ending } from './end.ts';
import { overByRecord } from './tell-end.ts';

/** Whoever calls, takes the call or takes it up again is the one that is in it from now on. */
export function holds(live: FollowedCall, user: UserId, client: string | null | undefined): void {
  if (client) live.holders.set(user, new Set([clientId(client)]));
  else live.holders.delete(user);
}

/**
 * While people talk, their devices are looked for now and then. A side whose device has been away for
 * longer than any reconnecting takes is not coming back, and the other one may be gone as well: then
 * nobody would ever end the call, and its lock would stay on all other devices (CALL-23).
 */
export function watchHolders(
  on: { readonly core: Core; readonly book: CallBook },
  live: FollowedCall,
  finish: (ending: Ending) => Promise<void>,
): void {
  const { core, book } = on;
  const missed = new Map<UserId, number>();
  const goesOn = (): boolean => live.state === 'talking' && book.get(live.id) === live;
  const again = (): void => {
    book.after(live, limits.holderLookMs, () => {
      look().catch((error: unknown) => {
        core.log.write('error', 'call not ended', { error: String(error) });
        if (goesOn()) again();
      });
    });
  };
  const look = async (): Promise<void> => {
    const sides = [live.caller, live.callee];
    const here = await Promise.all(sides.map((user) => isHere(core, live, user)));
    // Over meanwhile, or this node ends.
    if (!goesOn()) return;
    for (const [at, user] of sides.entries())
      if (here[at] !== null) missed.set(user, here[at] === true ? 0 : (missed.get(user) ?? 0) + 1);
    const gone = sides.some((user) => (missed.get(user) ?? 0) >= limits.holderMissedMax);
    const talkSec = talkSecOf(live, core.clock.elapsedMs());
    if (!gone && talkSec * duration.SECOND < limits.forgottenMs) {
      const isOpen = await followed(core, live);
      if (!goesOn()) return;
      // Who binds must not hear of it any more.
      return isOpen ? again() : overByRecord(on, live);
    }
    await finish({ by: null, code: CALL.ended, talkSec });
  };
  again();
}

/**
 * For the day this server ends: another one looks when a call was last followed (CALL-40). False when the
 * store says that it is over.
 */
async function followed(core: Core, live: FollowedCall): Promise<boolean> {
  try {
    return await command(core, (tx) => tx.calls.seenTalking(live.msgId));
  } catch (error) {
    core.log.write('warn', 'a call was not marked as followed', { error: String(error) });
    return true;
  }
}

/**
 * A device that says nothing of its socket counts as here while its person is; null: nobody knows just now.
 */
async function isHere(core: Core, live: FollowedCall, user: UserId): Promise<boolean | null> {
  const clients = live.holders.get(user);
  if (clients === undefined) return core.hub.isReachable(user);
  const here = await Promise.all([...clients].map((client) => core.hub.isAt(client, user)));
  return here.includes(true) || (here.includes(null) ? null : false);
}
