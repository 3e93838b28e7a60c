import type { Place, ThreadNews } from '../../domain/events.ts';
import type { ContactId } from '../../domain/ids.ts';
import { withChange } from './meanwhile.ts';
import type { State } from './state.ts';
import { withWindow } from './with-window.ts';

/** How many answers a message has now, wherever it is shown (THREAD-3). */
export function withThreadNews(
  state: State,
  id: ContactId,
  news: ThreadNews | undefined,
  place: Place,
): State {
  if (news === undefined || news.count === null || place === null) return state;
  const change = { kind: 'replied', n: news.root, at: place.seq, count: news.count } as const;
  return withWindow(state, id, (window) => withChange(window, change));
}
