import type { Answer } from '../../../../client/interface/client.ts';
import type { Message } from '../../../../domain/message.ts';
import { ok } from '../../../../domain/result.ts';

export interface Pages {
  readonly pages: number;
  /** Newest first; an empty page is beyond the end. */
  readonly page: (n: number) => Answer<readonly Message[]>;
}

/**
 * The first page, counted from the newest, that has a message before `endMs`, by binary search (UI-65); the
 * last page if all are later. Costs a request for each step.
 */
export async function pageBefore({ pages, page }: Pages, endMs: number): Answer<number> {
  let [low, high] = [1, Math.max(1, pages)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const answer = await page(middle);
    if (!answer.ok) return answer;
    const oldest = answer.value.at(-1)?.sentAtMs;
    if (oldest === undefined || oldest < endMs) high = middle;
    else low = middle + 1;
  }
  return ok(low);
}

/**
 * The first message of the day that begins at `startMs`, or of the next day with messages; the newest if
 * there are none since, null for an empty chat (UI-110).
 */
export async function firstSince(all: Pages, startMs: number): Answer<Message | null> {
  const older = await pageBefore(all, startMs);
  if (!older.ok) return older;
  let newest: Message | null = null;
  for (const n of [older.value, older.value - 1].filter((one) => one > 0)) {
    const answer = await all.page(n);
    if (!answer.ok) return answer;
    const since = answer.value.findLast(({ sentAtMs }) => sentAtMs >= startMs);
    if (since !== undefined) return ok(since);
    newest ??= answer.value[0] ?? null;
  }
  return ok(newest);
}
