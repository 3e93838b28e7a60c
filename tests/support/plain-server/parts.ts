import { groupOf, isGroup, type Town } from './town.ts';

/** A socket as the server holds it. */
export interface Line {
  readonly clientId: string;
  uid: number | null;
  readonly rooms: Set<string>;
  readonly send: (text: string) => void;
  readonly end: () => void;
}

export type PlainInput = Readonly<Record<string, unknown>>;

/** An answer: the envelope without unset fields, or a refusal. */
export interface Answer {
  readonly code?: number;
  readonly msg?: string;
  readonly data?: unknown;
  readonly count?: number;
  readonly page?: number;
}

/** Input of a call; `me` is 0 for strangers. */
export interface Asked {
  readonly town: Town;
  readonly me: number;
  readonly bag: PlainInput;
  readonly file: File | null;
  readonly wire: Wire;
}

export type Call = (asked: Asked) => Answer | Promise<Answer>;
export type Calls = Readonly<Record<string, Call>>;

/** Frames to those who are bound. */
export interface Wire {
  readonly lines: ReadonlyMap<string, Line>;
  toUser(uid: number, type: string, data: unknown): void;
  toRoom(group: string, type: string, data: unknown): void;
  toAll(type: string, data: unknown): void;
  isOnline(uid: number): boolean;
}

/** Fields come as text or as numbers. */
export const textOf = (value: unknown, other = ''): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : other;

export const refused = (msg: string, code = 400): Answer => ({ code, msg, data: '' });

/** Every bound member receives the room of a group. */
export function joinRooms(town: Town, line: Line): void {
  for (const group of town.groups.values())
    if (line.uid !== null && group.members.has(line.uid)) line.rooms.add(`group-${group.id}`);
  for (const room of line.rooms)
    if (isGroup(room) && !groupOf(town, room)?.members.has(line.uid ?? 0)) line.rooms.delete(room);
}
