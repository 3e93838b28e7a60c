import type { UserId } from '../../domain/ids.ts';
import { ownPrefix } from '../../domain/own-keys.ts';

/**
 * Small settings stored on this device. A browser may refuse its storage (private windows, full disk): then a
 * setting lasts until the page closes, and nothing fails.
 */
const memory = new Map<string, string>();
const listeners = new Set<() => void>();

export function readSetting(key: string): string | null {
  const value = memory.get(key);
  if (value !== undefined) return value;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The user of this page; null while signed out. */
let person: UserId | null = null;

/** Assigns the page to a user, and drops the values of the previous one (SESS-7). */
export function belongTo(next: UserId | null): void {
  if (next === person) return;
  for (const key of memory.keys())
    if (person !== null && key.startsWith(ownPrefix(person))) memory.delete(key);
  person = next;
  if (next !== null) adopt(ownPrefix(next));
  for (const listener of listeners) listener();
}

/** Keys that earlier builds stored for all users; those of codes are requested again. */
const SHARED_BEFORE = [
  'search-recent',
  'chat-bg-info',
  'emoji-recent',
  'voice-heard',
  'notice-seen-',
  'notice_',
  'qr-',
] as const;

/** Assigns them to the user who is signed in at the first start of this build. */
function adopt(prefix: string): void {
  try {
    for (const key of Object.keys(localStorage).filter((one) =>
      SHARED_BEFORE.some((start) => one.startsWith(start)),
    )) {
      const value = localStorage.getItem(key);
      const isMine = !key.startsWith('qr-') && localStorage.getItem(prefix + key) === null;
      if (value !== null && isMine) localStorage.setItem(prefix + key, value);
      localStorage.removeItem(key);
    }
  } catch {
    // The storage is full, or has no value.
  }
}

/** Values of the signed-in user; while signed out, reads return null and writes are ignored. */
export const readOwn = (key: string): string | null =>
  person === null ? null : readSetting(ownPrefix(person) + key);
export const writeOwn = (key: string, value: string | null): void => void keepOwn(key, value);
export const keepOwn = (key: string, value: string | null): boolean =>
  person !== null && keepSetting(ownPrefix(person) + key, value);

export const writeSetting = (key: string, value: string | null): void => void keepSetting(key, value);

/** False: the device had no room, so it lasts until the page closes. */
export function keepSetting(key: string, value: string | null): boolean {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  const isStored = store(key, value);
  for (const listener of listeners) listener();
  return isStored;
}

function store(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Another tab changed a value, so the memory may be outdated. */
function elsewhere(event: StorageEvent): void {
  if (event.key === null) memory.clear();
  else memory.delete(event.key);
  for (const listener of listeners) listener();
}

/** One listener at the window for all: during fast scrolling every avatar reads its shape. */
export function onSetting(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', elsewhere);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', elsewhere);
  };
}

const beginsOwn = (starts: readonly string[]) => (key: string) =>
  person !== null && starts.some((start) => key.startsWith(ownPrefix(person as UserId) + start));

/** Characters that this user stores under keys with these prefixes. */
export function bytesUnder(starts: readonly string[]): number {
  const begins = beginsOwn(starts);
  try {
    return Object.entries(localStorage as Readonly<Record<string, string>>).reduce(
      (sum, [key, value]) => (begins(key) ? sum + value.length : sum),
      0,
    );
  } catch {
    return 0;
  }
}

/** Deletes the values of this user under keys with these prefixes. */
export function clearKept(starts: readonly string[]): void {
  const begins = beginsOwn(starts);
  for (const key of memory.keys()) if (begins(key)) memory.delete(key);
  try {
    for (const key of Object.keys(localStorage)) if (begins(key)) localStorage.removeItem(key);
  } catch {
    // Storage failed, so nothing was saved.
  }
  for (const listener of listeners) listener();
}

/** Key of the stored chats that other users ended; its reader is loaded when there are some. */
export const GONE_CHATS = 'gone_chats';
