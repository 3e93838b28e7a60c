import type * as v from 'valibot';
import { userStream } from '../../../domain/ids.ts';
import type { setPrivacy as privacyCall } from '../../../wire/calls/accounts.ts';
import { command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';
import { loginUser } from './user-data.ts';

/** Sets the visibility of the user's data (TYPING-6, SEEN-2); sent to all their devices as the profile is. */
export async function setPrivacy(
  { core, session: { user } }: SignedIn,
  { typing, seen, read, adds, calls, found }: v.InferOutput<typeof privacyCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const row = await command(core, async (tx, record) => {
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
    };
    await tx.users.update(user, { privacy: next });
    await record.event(userStream(user), { kind: 'profile' });
    return { ...was, privacy: next };
  });
  return row instanceof Refusal ? row : { data: loginUser(row) };
}
