import type { FileLinks } from '../kernel/core.ts';
import type { StreamId } from '../../domain/ids.ts';
import { streamId } from '../../domain/ids.ts';
import { duration } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Passwords } from '../../ports/passwords.ts';

interface Signing {
  readonly passwords: Pick<Passwords, 'mac' | 'digest'>;
  readonly secret: string;
  readonly clock: Pick<Clock, 'nowMs'>;
}

export const pictureAddress = (key: string): string => `/pictures/${key}`;

export function createFileLinks(on: Signing): FileLinks {
  return {
    file: ({ id, key }, stream) => {
      const day = dayOf(on.clock.nowMs()) + 1;
      return `/files/${key}?c=${stream}&f=${id}&e=${day}&s=${signature(on, key, stream, day, id)}`;
    },
    picture: pictureAddress,
  };
}

export interface ReadLink {
  readonly key: string;
  readonly stream: StreamId;
  /** Null in addresses made before they contained it. */
  readonly file: number | null;
  readonly expired: boolean;
}

/** Parses one of our addresses; null if it is foreign or modified. */
export function readLink(on: Signing, address: string): ReadLink | null {
  const url = parsed(address);
  const key = url && /^\/files\/([0-9a-f]{32})$/.exec(url.pathname)?.[1];
  if (!url || !key) return null;
  const stream = streamId(url.searchParams.get('c') ?? '');
  const day = url.searchParams.get('e') ?? '';
  const id = url.searchParams.get('f');
  if (!/^\d{1,6}$/.test(day) || (id !== null && !/^\d{1,15}$/.test(id))) return null;
  const file = id === null ? null : Number(id);
  const presented = url.searchParams.get('s') ?? '';
  // Compares digests, so that the time reveals nothing about the matching part.
  const right =
    on.passwords.digest(presented) === on.passwords.digest(signature(on, key, stream, Number(day), file));
  return right ? { key, stream, file, expired: dayOf(on.clock.nowMs()) > Number(day) } : null;
}

const signature = (
  { passwords, secret }: Signing,
  key: string,
  stream: StreamId,
  day: number,
  file: number | null,
): string =>
  passwords.mac(secret, `file ${key} ${stream} ${day}${file === null ? '' : ` ${file}`}`).slice(0, 32);

const dayOf = (ms: number): number => Math.floor(ms / duration.DAY);

function parsed(address: string): URL | null {
  try {
    return new URL(address, 'http://here.invalid');
  } catch {
    return null;
  }
}
