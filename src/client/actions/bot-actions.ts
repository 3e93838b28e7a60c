import * as answers from '../../wire/answers/bots.ts';
import * as calls from '../../wire/calls/bots.ts';
import { outcome, path } from '../connection/answers.ts';
import type { BotActions } from '../interface/bots.ts';
import { askAndRead, atField } from './login-actions.ts';
import type { ActionParts } from './parts.ts';

/** Bots and tokens: only the server knows them (BOT-1). */
export function botActions(parts: ActionParts): BotActions {
  const ask = askAndRead(parts);
  const tell = (call: Parameters<typeof path>[0], body: object) =>
    outcome(parts.api.call(path(call), body, atField));
  return {
    bots: () => ask(calls.getBots, {}, answers.decodeBots),
    addBot: (name) => tell(calls.addBot, { name }),
    renameBot: (id, name) => tell(calls.renameBot, { id, name }),
    removeBot: (id) => tell(calls.removeBot, { id }),
    setBotProgram: (id, form, renew) =>
      ask(calls.setBotProgram, { id, ...form, renew: renew ? 1 : 0 }, answers.decodeHookSecret),
    botCommands: (toContactId) => ask(calls.getBotCommands, { toContactId }, answers.decodeBotCommands),
    runCommand: (toContactId, { bot, name }, text) =>
      ask(calls.runBotCommand, { toContactId, bot, name, text }, answers.decodeShown),
    pressButton: (id, button) => ask(calls.pressButton, { id, button }, answers.decodeShown),
    addToken: (token) => ask(calls.addToken, token, answers.decodeToken),
    removeToken: (id) => tell(calls.removeToken, { id }),
    hooks: (id) => ask(calls.getHooks, { id }, answers.decodeHooks),
    addHook: (id, form) => ask(calls.addHook, { id, ...form }, answers.decodeHookAddress),
    editHook: (id, hook, form) => tell(calls.editHook, { id, hook, ...form }),
    renewHook: (id, hook) => ask(calls.renewHook, { id, hook }, answers.decodeHookAddress),
    removeHook: (id, hook) => tell(calls.removeHook, { id, hook }),
    outgoing: (id) => ask(calls.getOutgoing, { id }, answers.decodeOutgoing),
    addOutgoing: (id, form) => ask(calls.addOutgoing, { id, ...form }, answers.decodeHookSecret),
    editOutgoing: (id, hook, form, renew) =>
      ask(calls.editOutgoing, { id, hook, ...form, renew: renew ? 1 : 0 }, answers.decodeHookSecret),
    removeOutgoing: (id, hook) => tell(calls.removeOutgoing, { id, hook }),
    deliveries: (id, hook) => ask(calls.getDeliveries, { id, hook }, answers.decodeDeliveries),
    repeatDelivery: (id, hook, seq) => ask(calls.repeatDelivery, { id, hook, seq }, answers.decodeRepeated),
  };
}
