import type * as v from 'valibot';
import { mailDigest as call } from '../../../wire/calls/accounts.ts';
import { toFlag } from '../../frames/wire-values.ts';
import { command } from '../../kernel/core.ts';
import { mailDigestLimits } from '../../kernel/job-limits.ts';
import { serverLimits } from '../../kernel/limits.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';
import { type Endpoint, own } from '../endpoint.ts';
import { digestAddress, digestSender } from './digest.ts';

export const mailDigestEndpoints: readonly Endpoint[] = [own(call, mailDigest, serverLimits.searchRate)];

/**
 * Turns the mails on or off, or only reports it (DIGEST-1). Mails are in the language of the device that
 * asked last.
 */
async function mailDigest(
  { core, language, session: { user } }: SignedIn,
  { on }: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> {
  const isOffered = digestSender(core) !== null;
  const answer = await command(core, async (tx) => {
    const address = digestAddress(await tx.users.byId(user));
    if (on === true && !isOffered) return new Refusal('mailOff');
    if (on === true && address === null) return new Refusal('digestAddress');
    const row = await tx.mailDigests.get(user);
    if (on === false && row) await tx.mailDigests.remove(user);
    const isOn = on ?? row !== null;
    if (isOn && row?.language !== language) {
      const dueMs = tx.nowMs + mailDigestLimits.awayMs;
      await tx.mailDigests.save({ user, language, dueMs, sentFor: 0, tries: 0 });
    }
    return { isOn, address };
  });
  if (answer instanceof Refusal) return answer;
  return { data: { offered: toFlag(isOffered), on: toFlag(answer.isOn), address: answer.address ?? '' } };
}
