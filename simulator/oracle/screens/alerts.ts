/** What one chooses for a chat, and until when; null: for good. */
export interface AlertChoice {
  readonly level: string;
  readonly untilMs: number | null;
}

/** How a choice is kept: everything and nothing for good as yes and no, all else in words. */
export function keptChoice({ level, untilMs }: AlertChoice): boolean | string {
  if (level === 'all') return true;
  if (untilMs !== null) return [level, untilMs].join(':');
  return level === 'none' ? false : level;
}

/** Texts that are no choice. */
export const NO_CHOICES = [
  '',
  'all',
  'none',
  'True',
  'true ',
  'xtrue',
  'mentions:',
  'none:',
  'mentions:-1',
  'none:1.5',
  'all:5',
  'xmentions',
  'xnone:5',
  'mentionsx',
  'none:5x',
  ':5',
  'mentions:5:6',
];

/** To whom a message is: those it names, everybody where it names 0, and whose words it answers. */
export function toWhom(
  at: readonly number[],
  answers: number | null,
  people: readonly number[],
): Set<number> {
  return new Set([...(at.includes(0) ? people : at), ...(answers === null ? [] : [answers])]);
}

interface OwnSound {
  readonly id: string;
  readonly sound: string;
}

/** Sounds of chats by what was chosen in turn, null for none of its own; the last ones stay. */
export function soundsAfter(
  choices: readonly (readonly [chat: string, sound: string | null])[],
  most: number,
): readonly OwnSound[] {
  const kept: OwnSound[] = [];
  for (const [id, sound] of choices) {
    const known = kept.findIndex((one) => one.id === id);
    if (known >= 0) kept.splice(known, 1);
    if (sound !== null) kept.push({ id, sound });
    if (kept.length > most) kept.shift();
  }
  return kept;
}
