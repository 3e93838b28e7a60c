import type { Oracle } from './oracle.ts';
import { addressIn, cardOf } from './pages.ts';
import { expectedMayRead } from './shown.ts';

/** Rights to forward a message. */
export function passingOn(oracle: Oracle, me: number, row: number): string | null {
  const line = oracle.lines.get(row);
  if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
  const isOther = line.kind === 'event' || line.kind === 'webrtc' || line.poll !== null;
  return isOther ? 'not of a kind to pass on' : null;
}

/** Removes the card of one's own message; without a card it is not an error. */
export function dropping(oracle: Oracle, me: number, id: string): string | null {
  const line = [...oracle.lines.values()].find((one) => one.id === id);
  if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
  return line.by === me ? null : 'not theirs';
}

/** Requires the user's own present text, the title of its first address, and a message that allows cards. */
export function carding(oracle: Oracle, me: number, row: number, card: string): string | null {
  const line = oracle.lines.get(row);
  if (!line || line.by !== me || line.gone || line.recalled || line.kind !== 'text') return 'no such text';
  const address = addressIn(line.words);
  if (line.card !== null || (address !== null && line.cardless === address)) return 'no card is wanted';
  return cardOf(address) === card ? null : 'not what that page is called';
}
