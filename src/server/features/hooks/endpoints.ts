import * as calls from '../../../wire/calls/bots.ts';
import { outgoingLimits, programLimits } from '../../kernel/hook-limits.ts';
import { serverLimits } from '../../kernel/limits.ts';
import { type Endpoint, own } from '../endpoint.ts';
import { addHook, editHook, getHooks, removeHook, renewHook } from './hooks.ts';
import { callForCommand, callForPress } from './call-bot.ts';
import * as outgoing from './outgoing.ts';
import { listCommands, saveProgram } from './programs.ts';

export const hookEndpoints: readonly Endpoint[] = [
  own(calls.getHooks, getHooks),
  own(calls.addHook, addHook, serverLimits.groupRate),
  own(calls.editHook, editHook, serverLimits.groupRate),
  own(calls.renewHook, renewHook, serverLimits.groupRate),
  own(calls.removeHook, removeHook, serverLimits.groupRate),
  own(calls.getOutgoing, outgoing.getOutgoing),
  own(calls.addOutgoing, outgoing.addOutgoing, serverLimits.groupRate),
  own(calls.editOutgoing, outgoing.editOutgoing, serverLimits.groupRate),
  own(calls.removeOutgoing, outgoing.removeOutgoing, serverLimits.groupRate),
  own(calls.getDeliveries, outgoing.getDeliveries),
  own(calls.repeatDelivery, outgoing.repeatDelivery, outgoingLimits.againRate),
  own(calls.setBotProgram, saveProgram, serverLimits.searchRate),
  own(calls.getBotCommands, listCommands, serverLimits.searchRate),
  own(calls.runBotCommand, callForCommand, programLimits.rate),
  own(calls.pressButton, callForPress, programLimits.rate),
];
