import { SECOND } from '../../../domain/duration.ts';
import {
  type MsgId,
  type UserId,
  groupId,
  groupOfStream,
  groupStream,
  msgId,
  userId,
} from '../../../domain/ids.ts';
import { toMarkup, toPlain } from '../../../domain/markup.ts';
import { withFormat } from '../../../domain/rich-text.ts';
import type { WriteTx } from '../../../ports/store.ts';
import type { BotProgramRow } from '../../../ports/store/bots.ts';
import { type Core, type EventRecorder, command } from '../../kernel/core.ts';
import { hookLimits, programLimits as limits } from '../../kernel/hook-limits.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { factsOfToken, signed } from '../../kernel/signed.ts';
import { editAll } from '../messages/edit.ts';
import { slackButtons, slackText } from './forms/slack.ts';
import { type HookFields, asText } from './forms/values.ts';
import { messageParts } from './parts.ts';
import {
  type HookAnswer,
  type HookParts,
  type HookRead,
  activeBot,
  answerTo,
  askLater,
  postWords,
  refused,
} from './post-words.ts';

/** One use of a bot by a user: `chat` as the bot names it; `pressed`: the message with the button. */
export interface BotUse {
  readonly program: BotProgramRow;
  readonly name: string;
  readonly user: UserId;
  readonly chat: string;
  readonly pressed: MsgId | null;
}

interface Given {
  readonly answer: HookFields;
  /** In the ids of its messages. */
  readonly unique: string;
}

/** Does what an answer asks for; returns what is for the user alone, as markup. */
export async function applyAnswer(
  on: Pick<HookParts, 'core' | 'rates'>,
  tx: WriteTx,
  record: EventRecorder,
  { program, chat, pressed }: Pick<BotUse, 'program' | 'chat' | 'pressed'>,
  { answer, unique }: Given,
): Promise<string | Refusal> {
  const text = slackText(answer, program.dialect).trim();
  const buttons = slackButtons(answer);
  if (isTrue(answer['replace_original']) && pressed !== null) {
    const row = await tx.messages.byMsgId(pressed);
    const content = text === '' ? row?.content : toMarkup(messageParts(text)[0] ?? '');
    if (!row || content === undefined) return new Refusal('messageUnknown');
    const words = { ...withFormat(row.extra, true), buttons };
    const body = { id: row.id, content, at: [...row.at], extends: words };
    const edited = await editAll(on.core, tx, record, program.user, { ...UNSET, ...body }, true);
    return edited instanceof Refusal ? edited : '';
  }
  if (text === '' || !isForAll(answer)) return toMarkup(text);
  const words = { bot: program.user, chat, id: `cmd-${program.user}-${unique}`, text, buttons };
  return (await postWords(on, tx, record, words)) ?? '';
}

const UNSET = { preview: undefined, op: undefined, rev: undefined, age_ms: undefined, by: undefined };
const isTrue = (value: unknown): boolean => asText(value) === 'true';
const isForAll = (answer: HookFields): boolean => asText(answer['response_type']) === 'in_channel';

/** The end of `response_url`: bot, user, group or 0, end in seconds, number of this use, message or 0. */
export const lateToken = (core: Core, { program, user, chat, pressed }: BotUse): string =>
  signed(core, 'answer', [
    program.user,
    user,
    groupOfStream(chat as never) ?? 0,
    Math.ceil((core.clock.nowMs() + limits.lateMs) / SECOND),
    Number.parseInt(core.ids.hex(6), 16),
    pressed ?? 0,
  ]);

/** A later answer at `response_url`: to all, or as a private message of the bot to the user (COMMAND-11). */
export async function takeLateAnswer(
  on: HookParts,
  token: string,
  read: () => Promise<HookRead>,
): Promise<HookAnswer> {
  const { core, rates } = on;
  const facts = factsOfToken(core, 'answer', token);
  if (facts?.length !== 6) return refused(404, 'no_service');
  const [bot = 0, user = 0, group = 0, untilSec = 0, use = 0, pressed = 0] = facts;
  const waitMs = rates.take(`hook ${bot}`, hookLimits.rate);
  if (waitMs > 0) return askLater(waitMs);
  if (core.clock.nowMs() > untilSec * SECOND) return refused(404, 'expired_url');
  const given = await read();
  if (!('fields' in given)) return given;
  const chat = group === 0 ? String(user) : groupStream(groupId(group));
  const outcome = await command(core, async (tx, record) => {
    const program = await tx.programs.get(userId(bot));
    if (!program || !(await activeBot(tx, program.user))) return refused(403, 'action_prohibited');
    const place = { program, chat, pressed: pressed === 0 ? null : msgId(pressed) };
    const isEmpty = slackText(given.fields, program.dialect).trim() === '';
    if (isEmpty && !isTrue(given.fields['replace_original'])) return refused(400, 'no_text');
    const { used } = await tx.usage.add(`answer ${bot} ${use}`, 1, limits.lateMs);
    if (used > limits.lateMax) return refused(404, 'used_url');
    const unique = core.ids.hex(8);
    const shown = await applyAnswer(on, tx, record, place, { answer: given.fields, unique });
    if (shown instanceof Refusal || shown === '') return shown === '' ? { status: 200, words: 'ok' } : shown;
    const words = { bot: program.user, chat: String(user), id: `cmd-${bot}-${unique}`, text: toPlain(shown) };
    return (await postWords(on, tx, record, words)) ?? { status: 200, words: 'ok' };
  });
  return outcome instanceof Refusal ? answerTo(outcome) : outcome;
}
