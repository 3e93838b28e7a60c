import * as v from 'valibot';
import { messageId, userId } from '../../../domain/ids.ts';
import type { updateCard as call } from '../../../wire/calls/accounts.ts';
import { contactExtends } from '../../../wire/calls/send-message.ts';
import { command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { reachesBlocker, audienceOf } from '../../kernel/of-one.ts';
import { visibleUser } from '../../kernel/profile-access.ts';
import { privateRight, visibleMessage } from '../../kernel/standing.ts';

/** MSG-1. The author of a contact card shows another person with it; name and picture are the server's. */
export async function updateCard(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> {
  const extension = v.safeParse(contactExtends, body.extends);
  if (!extension.success) return new Refusal('badExtends');
  const refusal = await command(core, async (tx, record) => {
    const target = await visibleMessage(tx, user, await tx.messages.byId(messageId(body.id)));
    if (target instanceof Refusal) return target;
    const { row } = target;
    if (row.type !== 'contact' || row.recalled) return new Refusal('messageUnknown');
    if (row.from !== user) return new Refusal('noPermission');
    if (target.at.kind === 'person') {
      const stopped = await privateRight(core, tx, user, target.at.other);
      if (stopped) return stopped;
    }
    if (await reachesBlocker(tx, row, user)) return new Refusal('editLate');
    const person = await visibleUser(core, tx, user, userId(extension.output.id));
    if (!person?.active) return new Refusal('userUnknown');
    await tx.messages.update(row.msgId, {
      extra: { id: person.id, displayName: person.realname, avatar: person.avatar },
    });
    await record.event(row.stream, { kind: 'updated', msgId: row.msgId, id: row.id, ...audienceOf(row) });
    return null;
  });
  return refusal ?? {};
}
