import { checkStore } from '../features/checking/check.ts';
import { Wrong } from './admin.ts';
import type { AdminCommand } from './admin.ts';

/** CHECK-1 */
export const CHECK: AdminCommand = {
  words: 'check',
  takes: '',
  help: 'looks through all that is kept, and says what is not as it must be',
  run: async (admin) => {
    const { counts, faults, total } = await checkStore(admin);
    const looked = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
    const end = `Looked at ${looked.join(', ')}`;
    if (total === 0) return ['Nothing wrong.', end];
    const more = total > faults.length ? [`… and ${total - faults.length} more`] : [];
    return new Wrong([...faults, ...more, `${total} wrong. ${end}`]);
  },
};
