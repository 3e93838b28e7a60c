import { CALL, type CallCode } from '../../domain/call.ts';
import { messageId, userId, type UserId } from '../../domain/ids.ts';
import { callLimits as limits } from '../../domain/call-limits.ts';
import { HANGUPS, ownPrefix } from '../../domain/own-keys.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import type { SignalStep } from './signal-queue.ts';

/**
 * Hang-ups that may not have reached the server: abandoned while it was unreachable, or sent by a closing
 * page. They are stored on the device and sent with the user's next bind (CALL-35, CALL-39). A repeated
 * hang-up changes nothing.
 */
const key = (user: UserId): string => ownPrefix(user) + HANGUPS;
const CODES: readonly unknown[] = Object.values(CALL);
const isCode = (value: unknown): value is CallCode => CODES.includes(value);

/** Adds one; newer ones never displace those that wait longer. */
export function keepPendingHangup(settings: SettingsPort, user: UserId, step: SignalStep): void {
  const others = parse(settings.get(key(user))).filter((one) => one.call !== step.call);
  if (others.length >= limits.endedMax) return;
  settings.set(
    key(user),
    JSON.stringify([...others, step].map(({ call, to, code, talkSec }) => [call, to, code, talkSec])),
  );
}

/** Returns all of them; from now on the caller must send them. */
export function takePendingHangups(settings: SettingsPort, user: UserId): readonly SignalStep[] {
  const pending = parse(settings.get(key(user)));
  if (settings.get(key(user)) !== null) settings.set(key(user), null);
  return pending;
}

function parse(text: string | null): readonly SignalStep[] {
  try {
    const rows: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(rows)
      ? (rows as readonly unknown[]).slice(0, limits.endedMax).flatMap(hangupOf)
      : [];
  } catch {
    return [];
  }
}

function hangupOf(row: unknown): readonly SignalStep[] {
  const [call, to, code, talkSec] = Array.isArray(row) ? (row as readonly unknown[]) : [];
  if (typeof call !== 'string' || typeof to !== 'number') return [];
  const length = typeof talkSec === 'number' ? talkSec : null;
  return [
    {
      call: messageId(call),
      to: userId(to),
      video: false,
      event: 'hangup',
      code: isCode(code) ? code : null,
      talkSec: length,
      sdp: '',
      candidates: [],
      path: 0,
    },
  ];
}
