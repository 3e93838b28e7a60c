import type * as v from 'valibot';
import { conversationFor, wireId, wireTime } from '../../frames/wire-values.ts';
import { messageList } from '../../frames/history.ts';
import { contactId, userStream } from '../../../domain/ids.ts';
import type { MessageRow, ReadTx, ReminderRow, ScheduledRow } from '../../../ports/store.ts';
import type { getLater as call } from '../../../wire/calls/later.ts';
import { bytesOf, fitting } from '../../kernel/page-bytes.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import { bodyOf } from '../../kernel/scheduled-body.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { mayReadMessage } from '../../access/conversation.ts';
import { say } from '../../kernel/texts.ts';
import type { Reason } from '../../kernel/texts.ts';
import type { SignedIn } from '../context.ts';

type Row = { readonly scheduled: ScheduledRow } | { readonly reminder: ReminderRow };

/** The user's own list only, with the own-stream position it reflects (LATER-5). */
export async function getLater(
  context: SignedIn,
  { skip }: v.InferOutput<typeof call.body>,
): Promise<EndpointAnswer | Refusal> {
  const {
    core,
    session: { user },
  } = context;
  const data = await core.store.read(async (tx) => {
    const rows: readonly Row[] = [
      ...(await tx.later.scheduledOf(user)).map((scheduled) => ({ scheduled })),
      ...(await readable(tx, await tx.later.remindersOf(user))).map((reminder) => ({ reminder })),
    ].slice(skip);
    const items: object[] = [];
    for (const row of rows)
      items.push(
        'scheduled' in row
          ? scheduledData(context, row.scheduled)
          : await reminderData(context, tx, row.reminder),
      );
    const list = items.slice(0, fitting(items, bytesOf, 1));
    const seq = (await tx.streams.get(userStream(user)))?.head ?? 0;
    return { seq, list, more: list.length < items.length ? 1 : 0 };
  });
  return { data };
}

function scheduledData({ core, language }: SignedIn, row: ScheduledRow): object {
  const { toContactId, content, at, pid, extends: extra } = bodyOf(row);
  return {
    kind: 'scheduled',
    id: row.id,
    toContactId: wireId(contactId(toContactId)),
    content,
    at,
    pid: pid ?? 0,
    extends: extra,
    time: wireTime(row.dueMs, core.settings),
    failed: row.failed === '' ? '' : say(row.failed as Reason, language),
  };
}

async function reminderData({ core, session }: SignedIn, tx: ReadTx, row: ReminderRow): Promise<object> {
  const { user } = session;
  const message = (await tx.messages.byMsgId(row.msgId)) as MessageRow;
  const [data] = await messageList(tx, row.stream, [message], user, core.settings);
  return {
    kind: 'reminder',
    toContactId: wireId(conversationFor(user, row.stream)),
    time: wireTime(row.dueMs, core.settings),
    told: row.lookMs === null ? 1 : 0,
    message: data,
  };
}

/** Reminders whose messages exist and are readable. */
async function readable(tx: ReadTx, rows: readonly ReminderRow[]): Promise<readonly ReminderRow[]> {
  const messages = await tx.messages.byMsgIds(rows.map(({ msgId }) => msgId));
  const visible: ReminderRow[] = [];
  for (const row of rows) {
    const message = messages.get(row.msgId);
    if (message && !message.recalled && (await mayReadMessage(tx, row.user, message))) visible.push(row);
  }
  return visible;
}
