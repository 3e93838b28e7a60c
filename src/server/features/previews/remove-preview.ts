import type * as v from 'valibot';
import { messageId } from '../../../domain/ids.ts';
import type { removePreview as call } from '../../../wire/calls/previews.ts';
import { heldLink, withLink } from '../../files/held-file.ts';
import { command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { toldTo } from '../../kernel/of-one.ts';
import { visibleMessage } from '../../kernel/standing.ts';
import type { SignedIn } from '../context.ts';

/**
 * Allowed for its author, for all readers; that address gets no card again. Repeating it is harmless
 * (PREVIEW-8).
 */
export async function removePreview(
  { core, session: { user } }: SignedIn,
  { id }: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> {
  const refusal = await command(core, async (tx, record) => {
    const seen = await visibleMessage(tx, user, await tx.messages.byId(messageId(id)));
    if (seen instanceof Refusal) return seen;
    const { row } = seen;
    if (row.from !== user) return new Refusal('noPermission');
    const link = heldLink(row.extra);
    if (link === null || link.gone) return null;
    const gone = { url: link.url, title: '', text: '', site: '', picture: null, gone: true } as const;
    await tx.messages.update(row.msgId, { extra: withLink(row.extra, gone) });
    const { stream, msgId, n, from } = row;
    await record.event(stream, { kind: 'previewed', msgId, id: row.id, n, from, ...toldTo(row) });
    return null;
  });
  return refusal ?? {};
}
