import { attachLimits } from './limits.ts';
import { onSetting, readOwn, writeOwn } from './settings.ts';

/** Voices of others that were played on this device; the newest few hundred. */
const KEY = 'voice-heard';
const SEPARATOR = ' ';

const list = (): readonly string[] => (readOwn(KEY) ?? '').split(SEPARATOR).filter(Boolean);

export const wasHeard = (message: string): boolean => list().includes(message);

export function markHeard(message: string): void {
  if (!wasHeard(message))
    writeOwn(KEY, [...list(), message].slice(-attachLimits.playedVoicesMax).join(SEPARATOR));
}

export const onHeard = onSetting;
