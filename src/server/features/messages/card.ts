import * as v from 'valibot';
import { messageId, userId } from '../../../domain/ids.ts';
import type { updateCard as call } from '../../../wire/calls/accounts.ts';
import { contactExtends } from '../../../wire/calls/send-message.ts';
import { command } from '../../kernel/core.ts';
import { Refused } from '../../kernel/refused.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { visibleMessage } from '../../kernel/standing.ts';

/** MSG-1. The author of a contact card shows another person with it; name and picture are the server's. */
export async function updateCard(
  { core, session: { user } }: SignedIn,
  body: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer> {
  const named = v.safeParse(contactExtends, body.extends);
  if (!named.success) throw new Refused('badExtends');
  await command(core, async (tx, record) => {
    const { row } = await visibleMessage(tx, user, await tx.messages.byId(messageId(body.id)));
    if (row.type !== 'contact' || row.recalled) throw new Refused('messageUnknown');
    if (row.from !== user) throw new Refused('noPermission');
    const person = await tx.users.byId(userId(named.output.id));
    if (!person?.active) throw new Refused('userUnknown');
    await tx.messages.update(row.msgId, {
      extra: { id: person.id, displayName: person.realname, avatar: person.avatar },
    });
    await record.event(row.stream, { kind: 'updated', msgId: row.msgId, id: row.id });
  });
  return {};
}
