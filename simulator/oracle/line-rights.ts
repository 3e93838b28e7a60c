import type { Oracle } from './oracle.ts';
import { addressIn, cardOf } from './pages.ts';
import { expectedMayRead } from './shown.ts';

/** What may be passed on. */
export function passingOn(oracle: Oracle, me: number, row: number): string | null {
  const line = oracle.lines.get(row);
  if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
  const isOther = line.kind === 'event' || line.kind === 'webrtc' || line.poll !== null;
  return isOther ? 'not of a kind to pass on' : null;
}

/** The card of one's own line; that there is none is no fault. */
export function dropping(oracle: Oracle, me: number, id: string): string | null {
  const line = [...oracle.lines.values()].find((one) => one.id === id);
  if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
  return line.by === me ? null : 'not theirs';
}

/** Of one's own text that stands, as its first address is called, and of none that was to have none. */
export function carding(oracle: Oracle, me: number, row: number, card: string): string | null {
  const line = oracle.lines.get(row);
  if (!line || line.by !== me || line.gone || line.recalled || line.kind !== 'text') return 'no such text';
  const address = addressIn(line.words);
  if (line.card !== null || (address !== null && line.cardless === address)) return 'no card is wanted';
  return cardOf(address) === card ? null : 'not what that page is called';
}
