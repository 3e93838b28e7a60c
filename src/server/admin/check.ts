import { checkStore } from '../features/checking/check.ts';
import { COUNTED } from '../features/checking/found.ts';
import type { Counted } from '../features/checking/found.ts';
import { joinFacts, withFacts } from '../kernel/bilingual.ts';
import { Findings } from './admin.ts';
import type { AdminCommand } from './admin.ts';
import { ANSWERS } from './answers.ts';

/** CHECK-1 */
export const CHECK: AdminCommand = {
  words: 'check',
  takes: '',
  help: 'checks the database and files for inconsistencies',
  isReading: true,
  run: async (admin) => {
    const { counts, faults, total } = await checkStore(admin);
    const looked = (Object.keys(counts) as Counted[]).map((what) =>
      withFacts(ANSWERS.counted, { count: counts[what], what: { zh: COUNTED[what], en: what } }),
    );
    const end = withFacts(ANSWERS.lookedAt, { looked: joinFacts(looked, ANSWERS.comma) });
    if (total === 0) return [ANSWERS.nothingWrong, end];
    const left = total - faults.length;
    const more = left > 0 ? [withFacts(ANSWERS.andMore, { count: left })] : [];
    return new Findings([...faults, ...more, withFacts(ANSWERS.wrong, { total, end })]);
  },
};
