import { RecentEvents } from '../report/recent-events.ts';

/** Events of this page. */
export const recentEvents = new RecentEvents();
