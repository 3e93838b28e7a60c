import * as v from 'valibot';
import {
  BOT_COMMAND,
  DIALECTS,
  OUTGOING_KINDS,
  TOKEN_DAYS,
  TOKEN_RIGHTS,
  botLimits,
} from '../../domain/bots.ts';
import { flag, listOf, rowId, textUpTo, whole, withDefault } from '../scalars.ts';
import { textLimits } from '../../domain/first-limits.ts';
import { contactRef, groupRef, messageRef, ours, userRef, words } from './call.ts';

const name = v.pipe(words, v.trim(), v.minLength(1));

/** The user's bots, and the tokens of both (BOT-1, BOT-4). */
export const getBots = ours('/enterprise/im/getBots', v.object({}));

export const addBot = ours('/enterprise/im/addBot', v.object({ name }));

export const renameBot = ours('/enterprise/im/renameBot', v.object({ id: userRef, name }));

export const removeBot = ours('/enterprise/im/removeBot', v.object({ id: userRef }));

const commandText = v.pipe(textUpTo(botLimits.commandTextMax), v.trim());

/** The address of a bot with its commands (COMMAND-9); `url` '': none. `renew`: also a new secret. */
export const setBotProgram = ours(
  '/enterprise/im/setBotProgram',
  v.object({
    id: userRef,
    url: v.pipe(textUpTo(botLimits.addressMax), v.trim()),
    dialect: v.picklist(DIALECTS),
    commands: listOf(
      v.object({ name: v.pipe(textUpTo(32), v.regex(BOT_COMMAND)), words: commandText, help: commandText }),
      botLimits.commandsMax,
    ),
    renew: withDefault(flag, false),
  }),
);

/** The commands of the bots in a chat. */
export const getBotCommands = ours('/enterprise/im/botCommands', v.object({ toContactId: contactRef }));

/** Calls a bot; the answer has what it says to this user alone, as markup (COMMAND-10). */
export const runBotCommand = ours(
  '/enterprise/im/runCommand',
  v.object({
    toContactId: contactRef,
    bot: userRef,
    name: textUpTo(32),
    text: textUpTo(textLimits.messageMax),
  }),
);

/** Presses a button of a bot's message (BOT-14); answers as a command does. */
export const pressButton = ours(
  '/enterprise/im/pressButton',
  v.object({ id: messageRef, button: textUpTo(botLimits.buttonIdMax) }),
);

/** `bot` 0: a token of the user; `chats` empty: every chat; `days` 0: never expires. */
export const addToken = ours(
  '/enterprise/im/addToken',
  v.object({
    bot: withDefault(whole, 0),
    name: v.pipe(textUpTo(botLimits.tokenNameMax), v.trim(), v.minLength(1)),
    right: v.picklist(TOKEN_RIGHTS),
    chats: listOf(contactRef, botLimits.chatsMax),
    days: v.pipe(whole, v.picklist(TOKEN_DAYS)),
  }),
);

export const removeToken = ours(
  '/enterprise/im/removeToken',
  v.object({ id: v.pipe(textUpTo(64), v.minLength(1)) }),
);

const hookFields = { name, dialect: v.picklist(DIALECTS) };
const oneHook = { id: groupRef, hook: userRef };

/** Incoming hooks of a group, for its managers (HOOK-2). */
export const getHooks = ours('/enterprise/group/hooks', v.object({ id: groupRef }));

export const addHook = ours('/enterprise/group/addHook', v.object({ id: groupRef, ...hookFields }));

export const editHook = ours('/enterprise/group/editHook', v.object({ ...oneHook, ...hookFields }));

/** A new address; the old one ends. */
export const renewHook = ours('/enterprise/group/renewHook', v.object(oneHook));

export const removeHook = ours('/enterprise/group/removeHook', v.object(oneHook));

const outgoingFields = {
  name,
  url: v.pipe(textUpTo(botLimits.addressMax), v.trim(), v.minLength(1)),
  kinds: v.pipe(listOf(v.picklist(OUTGOING_KINDS), OUTGOING_KINDS.length), v.minLength(1)),
};

/** Outgoing hooks of a group, for its managers (HOOK-9). */
export const getOutgoing = ours('/enterprise/group/outgoing', v.object({ id: groupRef }));

export const addOutgoing = ours(
  '/enterprise/group/addOutgoing',
  v.object({ id: groupRef, ...outgoingFields }),
);

/** `renew`: also a new secret, which the answer contains. */
export const editOutgoing = ours(
  '/enterprise/group/editOutgoing',
  v.object({ ...oneHook, ...outgoingFields, renew: withDefault(flag, false) }),
);

export const removeOutgoing = ours('/enterprise/group/removeOutgoing', v.object(oneHook));

/** The log of an outgoing hook, the newest first (HOOK-13). */
export const getDeliveries = ours('/enterprise/group/deliveries', v.object(oneHook));

/** Sends the event of one entry again. */
export const repeatDelivery = ours('/enterprise/group/repeatDelivery', v.object({ ...oneHook, seq: rowId }));
