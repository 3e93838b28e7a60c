import { textLimits } from './first-limits.ts';
import { lengthOf } from './length.ts';

/** Ends the name of every bot and of no other account, so that each client shows it (BOT-2). */
export const BOT_MARK = '🤖';

/** Bots of a user, tokens of a user with their bots, and the chats that a token may name (BOT-1, BOT-4). */
export const botLimits = {
  botsMax: 20,
  tokensMax: 50,
  chatsMax: 50,
  /** Incoming hooks of a group (HOOK-2). */
  hooksMax: 20,
  /** Outgoing hooks of a group (HOOK-9). */
  outgoingMax: 10,
  addressMax: 2_000,
  /** Commands of a bot, and characters of their words and help (COMMAND-9). */
  commandsMax: 20,
  commandTextMax: 100,
  /** Buttons of a message, and characters of their ids and texts (BOT-13). */
  buttonsMax: 10,
  buttonIdMax: 200,
  buttonTextMax: 40,
  nameMax: textLimits.nicknameMax - 2,
  tokenNameMax: 64,
} as const;

/** Days after which a token expires; 0: never. */
export const TOKEN_DAYS = [7, 30, 90, 365, 0] as const;
export type TokenDays = (typeof TOKEN_DAYS)[number];

/** `write` includes `read`. */
export const TOKEN_RIGHTS = ['read', 'write'] as const;
export type TokenRight = (typeof TOKEN_RIGHTS)[number];

/** Which signs the texts of a hook use (HOOK-4). */
export const DIALECTS = ['mrkdwn', 'markdown'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** Events that an outgoing hook reports; `changes`: edits and deletions (HOOK-10). */
export const OUTGOING_KINDS = ['messages', 'changes', 'reactions', 'pins', 'members'] as const;
export type OutgoingKind = (typeof OUTGOING_KINDS)[number];

/** A command that a bot adds to the message box: `words` shows its arguments (COMMAND-9). */
export interface BotCommand {
  readonly name: string;
  readonly words: string;
  readonly help: string;
}

/** A button under a message of a bot; a press calls the bot (BOT-13). */
export interface MessageButton {
  readonly id: string;
  readonly text: string;
  readonly style?: (typeof BUTTON_STYLES)[number];
}

const BUTTON_STYLES = ['primary', 'danger'] as const;

type Extra = Readonly<Record<string, unknown>> | null | undefined;

/** Null: the value is not a list of buttons. */
export function buttonsOf(value: unknown): readonly MessageButton[] | null {
  if (!Array.isArray(value) || value.length > botLimits.buttonsMax) return null;
  const buttons = (value as readonly unknown[]).map((one) => {
    const { id, text, style } = (one ?? {}) as Readonly<Record<string, unknown>>;
    const isNamed = typeof id === 'string' && id !== '' && lengthOf(id) <= botLimits.buttonIdMax;
    if (!isNamed || typeof text !== 'string' || text.trim() === '') return null;
    if (lengthOf(text) > botLimits.buttonTextMax) return null;
    const colour = BUTTON_STYLES.find((known) => known === style);
    return { id, text, ...(colour && { style: colour }) };
  });
  const isDistinct = new Set(buttons.map((one) => one?.id)).size === buttons.length;
  return isDistinct && buttons.every((one) => one !== null) ? buttons : null;
}

export const buttonsIn = (extra: Extra): readonly MessageButton[] => buttonsOf(extra?.['buttons']) ?? [];

/** `extends` with these buttons; null if empty. */
export function withButtons(extra: Extra, buttons: readonly MessageButton[]): Record<string, unknown> | null {
  const { buttons: _before, ...rest } = extra ?? {};
  if (buttons.length > 0) return { ...rest, buttons };
  return Object.keys(rest).length === 0 ? null : rest;
}

export const BOT_COMMAND = /^[a-z][a-z0-9_-]{0,31}$/;

export const botName = (name: string): string => `${withoutMark(name)} ${BOT_MARK}`;
export const withoutMark = (name: string): string => name.replaceAll(BOT_MARK, '').trim();
export const hasBotMark = (name: string): boolean => name.includes(BOT_MARK);
