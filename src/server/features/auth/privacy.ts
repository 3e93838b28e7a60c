import type * as v from 'valibot';
import { deviceName } from '../../../domain/device-name.ts';
import { userStream } from '../../../domain/ids.ts';
import { sharesMore } from '../../../domain/privacy.ts';
import type { setPrivacy as privacyCall } from '../../../wire/calls/accounts.ts';
import { loginUser } from '../../frames/user-data.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';
import { accountCommand } from './account-command.ts';
import { checkFreshProof } from './proof.ts';

/**
 * Sets the visibility of the user's data (TYPING-6, SEEN-2); sent to all their devices as the profile is. To
 * share more needs a fresh proof; to share less does not, because it takes nothing from the user (ACC-27).
 */
export async function setPrivacy(
  context: SignedIn,
  { typing, seen, read, adds, calls, found, forwards }: v.InferOutput<typeof privacyCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session, peer } = context;
  const { user } = session;
  const stale = await checkFreshProof(context, 'login');
  const row = await accountCommand(core, user, async (tx, record, note) => {
    const was = await tx.users.byId(user);
    if (!was) return new Refusal('userUnknown');
    const { privacy } = was;
    const next = {
      typing: typing ?? privacy.typing,
      seen: seen ?? privacy.seen,
      read: read ?? privacy.read,
      adds: adds ?? privacy.adds,
      calls: calls ?? privacy.calls,
      found: found ?? privacy.found,
      forwards: forwards ?? privacy.forwards,
    };
    const isWider = sharesMore(privacy, next);
    if (isWider && stale) return stale;
    await tx.users.update(user, { privacy: next });
    await record.event(userStream(user), { kind: 'profile' });
    if (isWider) await note({ what: 'privacy', device: deviceName(peer.userAgent) });
    return { ...was, privacy: next };
  });
  return row instanceof Refusal ? row : { data: loginUser(row) };
}
