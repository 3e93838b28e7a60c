import { serverLimits } from '../kernel/limits.ts';
import { code } from '../../wire/envelope.ts';
import type { Core } from '../kernel/core.ts';
import { refusedForNow } from '../kernel/refusal.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { refusalAnswer, refusalEnvelope } from '../kernel/answer.ts';
import { languageOf } from '../kernel/texts.ts';
import type { TextLanguage } from '../kernel/texts.ts';

type Waited = Pick<Core, 'store' | 'settings' | 'lateMs' | 'random'>;

/**
 * Runs before anything is read or looked up: if calls already wait too long, one more is refused with a
 * varying retry time (LIMIT-10). An accepted one would be answered long after its client has given up and
 * asked again.
 */
export function noRoom(core: Waited): Refusal | null {
  const retryMs = fullFor(core);
  return retryMs === null ? null : refusedForNow('away', retryMs, {}, code.away);
}

/** Milliseconds for which one more call should stay away; null: there is room. */
function fullFor({ store, settings, lateMs, random }: Waited): number | null {
  const most = settings.waitMs ?? serverLimits.waitMs;
  const waits = Math.max(store.queueWaitMs?.() ?? 0, lateMs?.() ?? 0);
  return waits > most ? Math.ceil(most * (1 + 2 * random.next())) : null;
}

/** Paths of calls, in any letter case (WIRE-2). */
export const CALL_PATH = /^\/(?:common|enterprise)\//i;

/**
 * The text of the same refusal before and after its number: under overload it is made for most of all calls.
 */
const around = (language: TextLanguage): readonly [string, string] => {
  const parts = JSON.stringify(
    refusalEnvelope(refusalAnswer(refusedForNow('away', 1, {}, code.away), language)),
  ).split('"retry_ms":1');
  return [`${parts[0] ?? ''}"retry_ms":`, parts[1] ?? ''];
};

const TEXT = new Map<string, readonly [string, string]>();

/** The same as a whole answer, for a host that need not even take the request apart; null: there is room. */
export function overloadText(core: Waited & Pick<Core, 'meter'>, accepts: string | null): string | null {
  const retryMs = fullFor(core);
  if (retryMs === null) return null;
  core.meter?.refused();
  const language = languageOf(accepts);
  const [before, after] = TEXT.get(language) ?? around(language);
  TEXT.set(language, [before, after]);
  return `${before}${retryMs}${after}`;
}
