import type * as v from 'valibot';
import { DAY } from '../../../domain/duration.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import { daysNow, withTimer } from '../../../domain/vanish.ts';
import type { TimerDays } from '../../../domain/vanish.ts';
import { vanishLimits as limits } from '../../../domain/message-limits.ts';
import type { TimerRow, WriteTx } from '../../../ports/store.ts';
import type { setTimer as call } from '../../../wire/calls/contacts.ts';
import { command } from '../../kernel/core.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { eventLine } from '../event-line.ts';
import { reachesBlocker } from '../../access/private-delivery.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { authorize, isMemberAccess, privateRefusal, accessTo } from '../../access/conversation.ts';
import type { MemberAccess } from '../../access/conversation.ts';
import { ensurePrivateConversation } from '../contacts/ensure-private-conversation.ts';
import type { SignedIn } from '../context.ts';
import { takeItems } from '../message-rate.ts';

type Body = v.InferOutput<typeof call.body>;

/**
 * Applies to new messages; a line in the chat announces it. The present value succeeds without change
 * (VANISH-1).
 */
export async function setTimer(context: SignedIn, body: Body): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  const tooMany = await takeItems(context, 1);
  if (tooMany) return tooMany;
  const refusal = await command(core, (tx, record) => set(core, tx, record, session.user, body));
  return refusal ?? {};
}

async function set(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  me: UserId,
  { toContactId, days }: Body,
): Promise<Refusal | null> {
  await ensurePrivateConversation(core, tx, record, me, toContactId);
  const at = await accessTo(tx, me, toContactId);
  if (at instanceof Refusal) return at;
  if (!isMemberAccess(at)) return new Refusal('timerHere');
  const refusal = await checkRight(core, tx, me, at);
  if (refusal) return refusal;
  const { stream } = at;
  // Asking for the stream locks it where many write at once: one timer after another.
  const count = (await tx.streams.get(stream))?.count ?? 0;
  const timers = await tx.timers.of(stream);
  if (await reachesBlocker(tx, { stream, only: null }, me)) return new Refusal('timerHere');
  if (daysNow(timers) === days) return null;
  const last = timers.at(-1);
  // A timer without messages under it is replaced by the next.
  if (last?.n !== count && timers.length >= limits.timersMax) return new Refusal('timersFull');
  await begin(core, tx, record, { stream, by: me, days, timers });
  await tx.members.update(stream, me, { own: at.member.own + 1 });
  return null;
}

/** Both users of a one-to-one chat who may write there; in a group as its permission table allows. */
async function checkRight(core: Core, tx: WriteTx, me: UserId, at: MemberAccess): Promise<Refusal | null> {
  return at.kind === 'group' ? authorize(at, 'setTimer', tx.nowMs) : privateRefusal(core, tx, me, at.other);
}

async function begin(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  { stream, by, days, timers }: Beginning,
): Promise<void> {
  const name = (await tx.users.byId(by))?.realname ?? '';
  const note = { note: 'timer', by, name, days } as const;
  const { n } = await eventLine(core, tx, record, { stream, by, note });
  const lookMs = days === 0 ? null : tx.nowMs + days * DAY;
  const next = withTimer(timers, { stream, n, days, doneN: n, lookMs });
  for (const row of timers) if (!next.includes(row)) await tx.timers.delete(stream, row.n);
  for (const row of next) if (!timers.includes(row)) await tx.timers.save(row);
  await record.event(stream, { kind: 'timer', by, n, days });
}

interface Beginning {
  readonly stream: StreamId;
  readonly by: UserId;
  readonly days: TimerDays;
  /** Earlier timers. */
  readonly timers: readonly TimerRow[];
}
