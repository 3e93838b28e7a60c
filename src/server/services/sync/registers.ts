import { peopleOfStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { ReadTx } from '../../../ports/store.ts';
import type { Core } from '../../core.ts';
import { configData } from '../../frames/config-data.ts';
import { relayLogin } from '../../frames/relay-login.ts';

/** What has no history: newer wins (STREAM-2). */
export interface Registers {
  readonly config: Record<string, unknown>;
  readonly online: readonly UserId[];
  readonly applications: number;
}

export async function registersOf(core: Core, tx: ReadTx, user: UserId, streams: readonly StreamId[]): Promise<Registers> {
  return {
    config: configData(core.config(), 'user', relayLogin(core, user)),
    online: onlineContacts(core, user, streams),
    applications: (await tx.friends.pending(user)).count,
  };
}

/** Friends only: they are who shares a one-to-one conversation (PRES-1). */
function onlineContacts(core: Core, user: UserId, streams: readonly StreamId[]): readonly UserId[] {
  if (core.config().sysInfo.runMode === 1) return core.hub.onlineUsers().filter((other) => other !== user);
  const online: UserId[] = [];
  for (const stream of streams) {
    const pair = peopleOfStream(stream);
    if (!pair) continue;
    const partner = pair[0] === user ? pair[1] : pair[0];
    if (core.hub.isOnline(partner)) online.push(partner);
  }
  return online;
}
