import type * as v from 'valibot';
import { messageId, msgId } from '../../../domain/ids.ts';
import type { ReadTx } from '../../../ports/store.ts';
import type { readAtMsg as atCall, setMsgIsRead as readCall } from '../../../wire/calls/messages.ts';
import type { Answer, SignedIn } from '../context.ts';
import { groupStanding, standing } from '../standing.ts';
import type { Standing } from '../standing.ts';

type ReadBody = v.InferOutput<typeof readCall.body>;

/** Everything up to the newest message named was shown; only messages of this conversation count (COUNT-2). */
export async function setMsgIsRead({ core, marks, session: { user } }: SignedIn, body: ReadBody): Promise<Answer> {
  const { at, n } = await core.store.read(async (tx) => {
    const at = await standing(tx, user, body.toContactId);
    return { at, n: await newestNamed(tx, at, body.messages) };
  });
  if (n > 0 && at.kind !== 'favourites') await marks.read(user, at.stream, n);
  return {};
}

async function newestNamed(tx: ReadTx, at: Standing, named: ReadBody['messages']): Promise<number> {
  let newest = 0;
  const rows = await tx.messages.byMsgIds(named.flatMap((one) => (one.msg_id ? [msgId(one.msg_id)] : [])));
  for (const one of named) {
    if (one.n !== undefined) newest = Math.max(newest, one.n);
    const row = one.msg_id ? rows.get(msgId(one.msg_id)) : one.id ? await tx.messages.byId(messageId(one.id)) : null;
    if (row?.stream === at.stream) newest = Math.max(newest, row.n);
  }
  return newest;
}

/** COUNT-9. */
export async function readAtMsg({ core, marks, session: { user } }: SignedIn, body: v.InferOutput<typeof atCall.body>): Promise<Answer> {
  const at = await core.store.read((tx) => groupStanding(tx, user, body.toContactId));
  await marks.mentionMark(user, at.stream);
  return {};
}
