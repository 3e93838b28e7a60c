import { over } from './chat-rights.ts';
import type { OracleCall, OracleChat } from './state.ts';
import type { OracleCore, OracleSubject } from './subject.ts';

/** Devices of one call without a unit. */
const PLACES = 8;

type Does = 'joinCall' | 'leaveCall' | 'raiseHand' | 'banFromCall' | 'endCall';
type Asks = 'joinCall' | 'leaveCall' | 'raiseHand' | 'banFromCall' | 'signalCall';

/** Calls of groups: who is in them, who may join, and what the record says. */
export const groupCallsOracle: OracleSubject<Does, Asks> = {
  effects: {
    /** A user takes part with one device. */
    joinCall: (oracle, { chat: name, by, device, call }) => {
      const chat = oracle.chat(name);
      chat.call ??= newCall(call, by, oracle.nowMs);
      for (const [other, { user }] of chat.call.devices)
        if (user === by && other !== device) chat.call.devices.delete(other);
      chat.call.devices.set(device, { user: by, hand: chat.call.devices.get(device)?.hand ?? false });
      chat.call.users.add(by);
    },
    leaveCall: ({ chats }, { chat, device }) => void chats.get(chat)?.call?.devices.delete(device),
    raiseHand: ({ chats }, { chat, device, on }) => {
      const own = chats.get(chat)?.call?.devices.get(device);
      if (own) own.hand = on;
    },
    banFromCall: ({ chats }, { chat, person }) => void chats.get(chat)?.call?.removed.add(person),
    /** `row`: the record; an ended group has none. */
    endCall: (oracle, { chat: name, row }) => {
      const chat = oracle.chat(name);
      const { call } = chat;
      chat.call = null;
      if (call === null || row === null) return;
      const line = oracle.tell(name, call.startedBy, row, 'groupCall');
      const durationSec = Math.max(0, Math.floor((oracle.nowMs - call.startedMs) / 1_000));
      chat.callRecords.set(row, callRecord({ ...call, users: [...call.users], durationSec }));
      for (const user of call.users) if (user !== call.startedBy) oracle.seat(user, name)?.saw.add(line.n);
    },
  },
  request: {
    joinCall: ({ chat, device }) => ({ kind: 'joinCall', chat, device }),
    leaveCall: ({ by, chat, device }) => (by === null ? null : { kind: 'leaveCall', chat, device }),
    raiseHand: ({ chat, device }) => ({ kind: 'raiseHand', chat, device }),
    banFromCall: ({ chat, person }) => ({ kind: 'banFromCall', chat, person }),
    endCall: () => null,
  },
  refusalFor: {
    joinCall: (oracle, me, { chat, device }) => {
      const call = callIn(oracle, me, chat);
      if (call === 'not in it') return call;
      if (call?.removed.has(me)) return 'removed from it';
      const owner = call?.devices.get(device)?.user ?? me;
      if (owner !== me) return 'a device of another user';
      const others = [...(call?.devices.values() ?? [])].filter(({ user }) => user !== me);
      return others.length >= PLACES ? 'full' : null;
    },
    leaveCall: (oracle, me, { chat }) => (callIn(oracle, me, chat) === 'not in it' ? 'not in it' : null),
    raiseHand: (oracle, me, { chat, device }) => ownDevice(callIn(oracle, me, chat), me, device),
    banFromCall: (oracle, me, { chat, person }) => {
      const call = callIn(oracle, me, chat);
      if (call === 'not in it') return call;
      return over(oracle, me, chat, person) ?? (call === null ? 'no call' : null);
    },
    signalCall: (oracle, me, { chat, call: id, device, to, isMute, isReaction }) => {
      const call = callIn(oracle, me, chat);
      const refusal = ownDevice(call, me, device);
      if (refusal !== null || call === null || call === 'not in it') return refusal;
      if (isReaction) return call.id === id ? null : 'not in the call';
      const target = call.devices.get(to);
      if (call.id !== id || target === undefined || to === device) return 'not in the call';
      return isMute ? over(oracle, me, chat, target.user) : null;
    },
  },
};

/** The call of a group in which the user is a member. */
function callIn({ chats }: OracleCore, me: number, chat: string): OracleCall | null | 'not in it' {
  const { group = null, call = null } = chats.get(chat) ?? {};
  return group === null || group.over || chats.get(chat)?.seats.get(me)?.here !== true ? 'not in it' : call;
}

const ownDevice = (call: OracleCall | null | 'not in it', me: number, device: string): string | null => {
  if (call === 'not in it') return call;
  return call?.devices.get(device)?.user === me ? null : 'not in the call';
};

const newCall = (id: string, startedBy: number, startedMs: number): OracleCall => ({
  id,
  startedBy,
  startedMs,
  users: new Set(),
  removed: new Set(),
  devices: new Map(),
});

/** Devices that may not be in a call now: each user has one, and is a member whom no manager removed. */
export const wrongDevices = ({ name, call, seats }: OracleChat, isAway: (user: number) => boolean) =>
  [...(call?.devices ?? [])].flatMap(([device, { user }], at, all) => {
    const isTwice = all.findIndex(([, one]) => one.user === user) !== at;
    const isWrong = isTwice || seats.get(user)?.here !== true || call?.removed.has(user) || isAway(user);
    return isWrong ? [`${device} of ${user} is in the call of ${name}`] : [];
  });

interface CallRecord {
  readonly startedMs: number;
  readonly durationSec: number;
  readonly users: readonly number[];
}

export const callRecord = ({ startedMs, durationSec, users }: CallRecord): string =>
  `from ${startedMs} for ${durationSec} s with ${users.join()}`;

/** The row of a live call and its devices. */
export const callKept = (name: string, { id, startedBy, users, removed, devices }: OracleCall): string =>
  [
    `${name} ${id} by ${startedBy} with ${[...users].join()}`,
    `without ${[...removed].toSorted((a, b) => a - b).join()}:`,
    ...[...devices]
      .map(([device, { user, hand }]) => `${device} of ${user}${hand ? ' with hand' : ''}`)
      .toSorted(),
  ].join(' ');
