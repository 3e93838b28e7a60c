/** A line to a receiver with the picture of a device, and what its layers cost. */
export interface WantedPicture {
  /** The layer that fits the size on the screen; -1: not shown. */
  readonly wanted: number;
  /** The layer sent now; -1: none. */
  readonly present: number;
  /** Bits per second of each layer, the smallest first; 0: it is not sent. */
  readonly rates: readonly number[];
}

/** A larger layer than now needs so much more, so that a small change of the estimate changes nothing. */
const MARGIN = 1.15;

/**
 * Chooses a layer for each picture, -1 for none. All pictures get their smallest layer first, those shown
 * large before others; then all grow step by step, as far as the budget reaches.
 */
export function shareOf(budget: number, pictures: readonly WantedPicture[]): readonly number[] {
  const chosen = pictures.map(() => -1);
  let left = budget;
  const order = pictures.map((_, index) => index).toSorted((a, b) => wantedOf(b) - wantedOf(a));
  function wantedOf(index: number): number {
    return pictures[index]?.wanted ?? -1;
  }
  for (let isGrowing = true; isGrowing;) {
    isGrowing = false;
    for (const index of order) {
      const picture = pictures[index];
      const now = chosen[index] ?? -1;
      const next = picture === undefined ? -1 : nextLayer(picture, now);
      if (picture === undefined || next < 0) continue;
      const cost = (picture.rates[next] ?? 0) * (next > picture.present ? MARGIN : 1);
      const refund = now < 0 ? 0 : (picture.rates[now] ?? 0) * (now > picture.present ? MARGIN : 1);
      if (cost - refund > left) continue;
      left -= cost - refund;
      chosen[index] = next;
      isGrowing = true;
    }
  }
  return chosen;
}

/** The next larger layer that is sent and wanted, or the smallest if all are larger; -1: none. */
function nextLayer({ wanted, rates }: WantedPicture, now: number): number {
  if (wanted < 0) return -1;
  const next = rates.findIndex((rate, layer) => layer > now && rate > 0);
  if (next < 0) return -1;
  return next <= wanted || now < 0 ? next : -1;
}
