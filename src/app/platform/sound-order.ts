import { chineseInitials, type SoundOrder } from '../../domain/chinese-initials.ts';

/** The platform's order of Chinese by sound. */
const collator = new Intl.Collator('zh-Hans-CN-u-co-pinyin');
export const bySound: SoundOrder = (a, b) => collator.compare(a, b);

const initials = new Map<string, string | null>();
const KNOWN_MAX = 20_000;
const initial = chineseInitials(bySound);

/** Pinyin letter of a name, or null; cached, because contact lists are built often. */
export function soundInitial(name: string): string | null {
  const cached = initials.get(name);
  if (cached !== undefined) return cached;
  const letter = initial(name);
  if (initials.size >= KNOWN_MAX) initials.clear();
  initials.set(name, letter);
  return letter;
}
