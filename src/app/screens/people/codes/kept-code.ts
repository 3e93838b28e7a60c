import type { PictureCode } from '../../../../client/interface/account.ts';
import { qrLimits } from '../../../../domain/limits.ts';
import { readOwn, writeOwn } from '../../../platform/settings.ts';

/** A code that was fetched before: shown without asking while it lives (UI-55). */
export interface KeptCode extends PictureCode {
  readonly untilMs: number;
}

const keyOf = (group: string | null): string => `qr-${group ?? 'own'}`;

export function storedCode(group: string | null): KeptCode | null {
  try {
    const raw: unknown = JSON.parse(readOwn(keyOf(group)) ?? 'null');
    if (typeof raw !== 'object' || raw === null) return null;
    const [address, until, untilMs]: unknown[] = [
      Reflect.get(raw, 'address'),
      Reflect.get(raw, 'until'),
      Reflect.get(raw, 'untilMs'),
    ];
    return typeof address === 'string' && typeof until === 'string' && typeof untilMs === 'number'
      ? { address, until, untilMs }
      : null;
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function keepCode(group: string | null, code: PictureCode | null, nowMs: number): void {
  writeOwn(
    keyOf(group),
    code === null ? null : JSON.stringify({ ...code, untilMs: nowMs + qrLimits.lifeMs }),
  );
}
