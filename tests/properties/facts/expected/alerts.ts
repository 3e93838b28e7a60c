/** The notification choice for a chat, and until when; null: permanently. */
export interface AlertChoice {
  readonly level: string;
  readonly untilMs: number | null;
}

/** The stored form of a choice: all and none without an end as yes and no, any other as text. */
export function keptChoice({ level, untilMs }: AlertChoice): boolean | string {
  if (level === 'all') return true;
  if (untilMs !== null) return [level, untilMs].join(':');
  return level === 'none' ? false : level;
}

/** Texts that are not valid choices. */
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

/** The users a message addresses: those it mentions, all members if it names 0, and the author it answers. */
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

/** Sounds of chats after a series of choices, null for the default; the last ones remain. */
export function soundsAfter(
  choices: readonly (readonly [chat: string, sound: string | null])[],
  most: number,
): readonly OwnSound[] {
  const storedRows: OwnSound[] = [];
  for (const [id, sound] of choices) {
    const baseline = storedRows.findIndex((one) => one.id === id);
    if (baseline >= 0) storedRows.splice(baseline, 1);
    if (sound !== null) storedRows.push({ id, sound });
    if (storedRows.length > most) storedRows.shift();
  }
  return storedRows;
}
