import { buttonsIn } from '../../../domain/bots.ts';
import { type UserId, messageId, userId } from '../../../domain/ids.ts';
import { toPlain } from '../../../domain/markup.ts';
import type { ReadTx } from '../../../ports/store.ts';
import type * as calls from '../../../wire/calls/bots.ts';
import { type ConversationAccess, visibleMessage } from '../../access/conversation.ts';
import { conversationFor, wireId } from '../../frames/wire-values.ts';
import { command } from '../../kernel/core.ts';
import { programLimits as limits } from '../../kernel/hook-limits.ts';
import type { RateCounter } from '../../kernel/rate.ts';
import { Refusal, refusedForNow } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';
import { type BotUse, applyAnswer, lateToken } from './bot-answers.ts';
import { postInTime } from './deliver.ts';
import { fieldsIn } from './forms/read.ts';
import type { Body } from './hooks.ts';
import { activeBot } from './post-words.ts';
import { programsAt } from './programs.ts';

/** The chat as the bot names it. */
const chatOf = (at: ConversationAccess, user: UserId): string =>
  at.kind === 'group' ? at.stream : String(user);

/** Calls the bot of a command as the widespread form does, and returns its answer (COMMAND-10). */
export async function callForCommand(
  context: SignedIn,
  { toContactId, bot, name, text }: Body<typeof calls.runBotCommand>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session } = context;
  const { user } = session;
  const found = await core.store.read(async (tx) => {
    const here = await programsAt(core, tx, user, toContactId, core.clock.nowMs());
    if (here instanceof Refusal) return here;
    const program = here.programs.find((one) => one.user === userId(bot));
    if (!program?.commands.some((one) => one.name === name)) return new Refusal('commandUnknown');
    const use: BotUse = { program, name: program.name, user, chat: chatOf(here.at, user), pressed: null };
    return { use, place: await placeFields(tx, use, here.at) };
  });
  if (found instanceof Refusal) return found;
  return callBot(context, found.use, (more) => ({ command: `/${name}`, text, ...found.place, ...more }));
}

/** Presses of a user that are being answered, by node. */
const pressing = new WeakMap<RateCounter, Set<string>>();

/** Calls the bot whose button was pressed; one press of a user at a time for each message (BOT-14). */
export async function callForPress(
  context: SignedIn,
  { id, button }: Body<typeof calls.pressButton>,
): Promise<EndpointAnswer | Refusal> {
  const { core, rates, session } = context;
  const { user } = session;
  const found = await core.store.read(async (tx) => {
    const target = await visibleMessage(tx, user, await tx.messages.byId(messageId(id)));
    if (target instanceof Refusal) return target;
    const { row } = target;
    const to = String(wireId(conversationFor(user, row.stream)));
    const here = await programsAt(core, tx, user, to, core.clock.nowMs());
    if (here instanceof Refusal) return here;
    const program = here.programs.find((one) => one.user === row.from);
    const pressed = row.recalled ? undefined : buttonsIn(row.extra).find((one) => one.id === button);
    if (!program || !pressed) return new Refusal('buttonUnknown');
    const chat = chatOf(here.at, user);
    const use: BotUse = { program, name: program.name, user, chat, pressed: row.msgId };
    return { use, row, pressed, place: await placeFields(tx, use, here.at) };
  });
  if (found instanceof Refusal) return found;
  const { use, row, pressed, place } = found;
  const busy = pressing.get(rates) ?? new Set<string>();
  pressing.set(rates, busy);
  const key = `${user} ${row.msgId}`;
  if (busy.has(key)) return new Refusal('buttonBusy');
  busy.add(key);
  const [action, ...value] = pressed.id.split(' ');
  try {
    return await callBot(context, use, (more) => ({
      payload: JSON.stringify({
        type: 'block_actions',
        ...more,
        user: { id: place.user_id, username: place.user_name, name: place.user_name },
        channel: { id: place.channel_id, name: place.channel_name },
        message: { id: row.id, msg_id: row.msgId, text: toPlain(row.content) },
        actions: [
          {
            type: 'button',
            action_id: action,
            value: value.join(' '),
            text: { type: 'plain_text', text: pressed.text },
          },
        ],
      }),
    }));
  } finally {
    busy.delete(key);
  }
}

/** The user and the place of a use, in the names of the widespread form. */
async function placeFields(tx: ReadTx, { user }: BotUse, at: ConversationAccess) {
  const person = await tx.users.byId(user);
  return {
    user_id: String(user),
    user_name: person?.realname ?? '',
    channel_id: chatOf(at, user),
    channel_name: at.kind === 'group' ? at.group.name : 'directmessage',
  };
}

/** Posts a form and reads the answer; what is for this user alone is returned as markup. */
async function callBot(
  context: SignedIn,
  use: BotUse,
  fields: (more: Readonly<Record<string, string>>) => Readonly<Record<string, string>>,
): Promise<EndpointAnswer | Refusal> {
  const { core, origin, rates } = context;
  const { program, name } = use;
  const posts = core.hookPosts;
  if (!posts) return new Refusal('hookAddress');
  const waitMs = rates.take(`bot ${program.user}`, limits.botRate);
  if (waitMs > 0) return refusedForNow('tooOften', waitMs);
  const trigger = core.ids.hex(12);
  const atMs = core.clock.nowMs();
  const form = new URLSearchParams(
    fields({
      api_app_id: String(program.user),
      team_domain: new URL(origin).host,
      trigger_id: trigger,
      response_url: `${origin}/hooks/${lateToken(core, use)}`,
    }),
  );
  const reply = await postInTime(
    { core, posts },
    {
      url: program.url,
      secret: program.secret,
      id: `cmd_${program.user}_${trigger}`,
      atMs,
      body: form.toString(),
      type: 'application/x-www-form-urlencoded',
      readMax: limits.answerMax,
    },
    limits.waitMs,
  );
  if (reply.status < 200 || reply.status > 299 || 'fault' in reply)
    return new Refusal('programFailed', { facts: { name } });
  const answer = fieldsIn(reply.text, 'text/plain');
  if (answer === null) return { data: { shown: '' } };
  const shown = await command(core, async (tx, record) =>
    // Its owner may have been disabled in the meantime.
    (await activeBot(tx, program.user))
      ? applyAnswer(context, tx, record, use, { answer, unique: trigger })
      : new Refusal('programFailed', { facts: { name } }),
  );
  return shown instanceof Refusal ? shown : { data: { shown } };
}
