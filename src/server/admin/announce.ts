import { publish, announcements, withdraw } from '../features/notices/notices.ts';
import { dateText } from '../kernel/date-text.ts';
import { row, withFacts } from '../kernel/bilingual.ts';
import { AdminError, change, need } from './admin.ts';
import type { AdminCommand } from './admin.ts';
import { ANSWERS } from './answers.ts';
import { Refusal } from '../kernel/refusal.ts';

const LISTED = 50;

export const NOTICES: readonly AdminCommand[] = [
  {
    words: 'notice publish',
    takes: '<title> [text]',
    help: 'publishes an announcement to all users',
    run: async (admin, given) => {
      const [title, notice] = [need(given, 0, 'title'), given[1] ?? ''];
      const id = await change(admin, 'notice publish', async (tx, record, tell) => {
        const made = await publish(admin, tx, record, { title, notice });
        if (!(made instanceof Refusal)) tell({ about: `notice ${made}` });
        return made;
      });
      if (id instanceof Refusal) return id;
      return [withFacts(ANSWERS.noticePublished, { id })];
    },
  },
  {
    words: 'notice list',
    takes: '',
    help: 'lists the newest announcements',
    isReading: true,
    run: async ({ store }) => {
      const rows = await store.read((tx) => announcements(tx, LISTED));
      return rows.map(({ id, atMs, title }) => row(id, dateText(atMs), title));
    },
  },
  {
    words: 'notice delete',
    takes: '<number>',
    help: 'deletes an announcement',
    run: async (admin, given) => {
      const id = Number(need(given, 0, 'number'));
      if (!Number.isSafeInteger(id)) throw new AdminError(ANSWERS.whichNotice);
      const refusal = await change(admin, 'notice delete', (tx, record, tell) => {
        tell({ about: `notice ${id}` });
        return withdraw(tx, record, id);
      });
      if (refusal) return refusal;
      return [withFacts(ANSWERS.noticeDeleted, { id })];
    },
  },
];
