import type { Recorded } from '../inspector/model/session.ts';
import { nextFrame, elapsedHere } from './platform/frame.ts';

/** Longest search for a change, in ms. */
const SEEK_MAX_MS = 4_000;

interface Seek {
  readonly script: Recorded;
  readonly from: number;
  readonly by: 1 | -1;
  readonly show: (n: number) => void;
  /** The screen as text. */
  readonly look: () => string;
}

/**
 * The nearest event before or after `from` that changed what is on screen. Only events that changed the state,
 * the page or a call are drawn; null: there is none, or the search took too long.
 */
export async function seek({ script, from, by, show, look }: Seek): Promise<number | null> {
  const since = elapsedHere();
  const last = by === 1 ? script.length : 1;
  for (let n = from + by; by === 1 ? n <= last : n >= last; n += by) {
    if (!mayChange(script, n)) continue;
    if (elapsedHere() - since > SEEK_MAX_MS) return null;
    show(n - 1);
    await nextFrame();
    const before = look();
    show(n);
    await nextFrame();
    if (look() !== before) return n;
  }
  return null;
}

function mayChange(script: Recorded, n: number): boolean {
  const line = script.lines[n - 1];
  if (line?.origin === 'machine') return line.event.machine === 'call';
  if (line?.origin === 'screen' || line?.origin === 'state') return true;
  return script.at(n - 1).state !== script.at(n).state;
}
