import type * as v from 'valibot';
import { messageId } from '../../../domain/ids.ts';
import { type removePreview as call, removePreview as removeCall } from '../../../wire/calls/messages.ts';
import { linkInExtra, withLink } from '../../files/held-file.ts';
import { command } from '../../kernel/core.ts';
import { privateTo } from '../../access/private-delivery.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { visibleMessage } from '../../access/conversation.ts';
import type { SignedIn } from '../context.ts';
import { type Endpoint, own } from '../endpoint.ts';

export const previewEndpoints: readonly Endpoint[] = [own(removeCall, removePreview)];

/**
 * Allowed for its author, for all readers; that address gets no card again. Repeating it is harmless
 * (PREVIEW-8).
 */
async function removePreview(
  { core, session: { user } }: SignedIn,
  { id }: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> {
  const refusal = await command(core, async (tx, record) => {
    const target = await visibleMessage(tx, user, await tx.messages.byId(messageId(id)));
    if (target instanceof Refusal) return target;
    const { row } = target;
    if (row.from !== user) return new Refusal('noPermission');
    const link = linkInExtra(row.extra);
    if (link === null || link.gone) return null;
    const removed = { url: link.url, title: '', text: '', site: '', picture: null, gone: true } as const;
    await tx.messages.update(row.msgId, { extra: withLink(row.extra, removed) });
    const { stream, msgId, n, from } = row;
    await record.event(stream, { kind: 'previewed', msgId, id: row.id, n, from, ...privateTo(row) });
    return null;
  });
  return refusal ?? {};
}
