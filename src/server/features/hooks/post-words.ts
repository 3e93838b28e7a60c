import type { MessageButton } from '../../../domain/bots.ts';
import type { UserId } from '../../../domain/ids.ts';
import { toMarkup } from '../../../domain/markup.ts';
import { RICH } from '../../../domain/rich-text.ts';
import type { ReadTx, UserRow, WriteTx } from '../../../ports/store.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import type { RateCounter } from '../../kernel/rate.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { compose } from '../messages/compose.ts';
import { post } from '../messages/post.ts';
import type { Quotas } from '../quotas/quotas.ts';
import type { Reply } from './forms/read.ts';
import type { HookFields } from './forms/values.ts';
import { messageParts } from './parts.ts';

export interface HookParts {
  readonly core: Core;
  readonly rates: RateCounter;
  readonly quotas: Quotas;
}

/** Status and words of an answer, as senders check them (HOOK-5). */
export interface HookAnswer {
  readonly status: number;
  readonly words: string;
  readonly reply?: Reply;
  readonly retryAfterSec?: number;
}

/** The fields of a request, or the answer that refuses it. */
export type HookRead = { readonly fields: HookFields } | HookAnswer;

export const refused = (status: number, words: string): HookAnswer => ({ status, words });
export const askLater = (waitMs: number): HookAnswer => ({
  status: 429,
  words: 'rate_limited',
  retryAfterSec: Math.max(1, Math.ceil(waitMs / 1_000)),
});

/** An active bot of an active owner. */
export async function activeBot(tx: ReadTx, user: UserId): Promise<UserRow | null> {
  const bot = await tx.bots.get(user);
  const people = await tx.users.byIds(bot ? [bot.user, bot.owner] : []);
  const self = people.get(user);
  return bot && self?.active && people.get(bot.owner)?.active ? self : null;
}

interface BotWords {
  readonly bot: UserId;
  readonly chat: string;
  /** The beginning of the ids of its messages. */
  readonly id: string;
  readonly text: string;
  /** Under the last of them. */
  readonly buttons?: readonly MessageButton[];
}

/** Writes a text as messages of a bot, with the rights that the bot has. */
export async function postWords(
  { core, rates }: Pick<HookParts, 'core' | 'rates'>,
  tx: WriteTx,
  record: EventRecorder,
  { bot, chat, id, text, buttons = [] }: BotWords,
): Promise<Refusal | null> {
  const parts = messageParts(text);
  for (const [at, part] of parts.entries()) {
    const draft = compose(core, {
      id: `${id}-${at}`,
      toContactId: chat,
      type: 'text',
      content: toMarkup(part),
      at: [],
      pid: undefined,
      extends: { format: RICH, ...(at === parts.length - 1 && buttons.length > 0 && { buttons }) },
      file_id: undefined,
      preview: undefined,
      ends_draft: undefined,
    });
    if (draft instanceof Refusal) return draft;
    const sent = await post({ core, rates }, tx, record, bot, draft);
    if (sent instanceof Refusal) return sent;
  }
  return null;
}

export function answerTo({ detail, reason }: Refusal): HookAnswer {
  const { retry_ms: retryMs } = detail as { readonly retry_ms?: number };
  if (retryMs !== undefined) return askLater(retryMs);
  const isGone = reason === 'notMember' || reason === 'groupUnknown';
  return isGone ? refused(404, 'channel_not_found') : refused(403, 'action_prohibited');
}
