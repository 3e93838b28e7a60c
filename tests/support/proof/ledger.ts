/** What was seen of each screen while the tests ran; the page docs/screens.md is printed from it. */

export const CELLS = ['zh', 'en', 'narrow', 'wide', 'light', 'dark', 'keyboard', 'accessible'] as const;
/** Keys are tried in each width and each language once. */
export const KEYS = [
  { language: 'zh', size: 'narrow' },
  { language: 'en', size: 'wide' },
] as const;
/** Both themes are looked at in each width and each language, in the same four windows (THEME-3). */
export const themeOf = (language: 'zh' | 'en', size: 'narrow' | 'wide'): 'light' | 'dark' =>
  (language === 'zh') === (size === 'narrow') ? 'dark' : 'light';
const WINDOWS = (['zh', 'en'] as const).flatMap((language) =>
  (['narrow', 'wide'] as const).map((size) => ({ language, size })),
);
export type Cell = (typeof CELLS)[number];

export interface Line {
  readonly name: string;
  readonly address: string;
}

export class Ledger {
  private readonly visits = new Map<string, Set<string>>();
  private readonly users = new Map<string, Set<string>>();

  /** Somebody looked at it there and found no fault. */
  visited(screen: string, language: 'zh' | 'en', size: 'narrow' | 'wide'): void {
    this.note(this.visits, screen, `${language} ${size}`);
  }

  /** Somebody walked through it there by keys alone. */
  byKeyboard(screen: string, language: 'zh' | 'en', size: 'narrow' | 'wide'): void {
    this.note(this.visits, screen, `keys ${language} ${size}`);
  }

  /** `story`: the title of the test in which people used it and it did what it is for. */
  worked(screen: string, story: string): void {
    this.note(this.users, screen, story);
  }

  storiesOf(screen: string): readonly string[] {
    return [...(this.users.get(screen) ?? [])];
  }

  /**
   * A language is proved by both sizes, a size by both languages, a theme by the two windows that have it,
   * accessibility by all four, the keyboard by the two of `KEYS`.
   */
  has(screen: string, cell: Cell): boolean {
    const seen = this.visits.get(screen) ?? new Set<string>();
    const all = (...names: readonly string[]): boolean => names.every((name) => seen.has(name));
    switch (cell) {
      case 'zh':
      case 'en':
        return all(`${cell} narrow`, `${cell} wide`);
      case 'narrow':
      case 'wide':
        return all(`zh ${cell}`, `en ${cell}`);
      case 'light':
      case 'dark':
        return all(
          ...WINDOWS.filter(({ language, size }) => themeOf(language, size) === cell).map(
            ({ language, size }) => `${language} ${size}`,
          ),
        );
      case 'keyboard':
        return all(...KEYS.map(({ language, size }) => `keys ${language} ${size}`));
      case 'accessible':
        return this.has(screen, 'zh') && this.has(screen, 'en');
    }
  }

  /** Cells that no test has filled, as "screen: cell". */
  missing(lines: readonly Line[]): readonly string[] {
    return lines.flatMap(({ name }) => [
      ...(this.storiesOf(name).length === 0 ? [`${name}: works`] : []),
      ...CELLS.filter((cell) => !this.has(name, cell)).map((cell) => `${name}: ${cell}`),
    ]);
  }

  private note(map: Map<string, Set<string>>, screen: string, what: string): void {
    map.set(screen, (map.get(screen) ?? new Set()).add(what));
  }
}

/** The table of docs/screens.md. */
export function tableOf(ledger: Ledger, lines: readonly Line[]): string {
  const numbers = new Map(
    [...new Set(lines.flatMap(({ name }) => ledger.storiesOf(name)))].map((story, i) => [story, i + 1]),
  );
  const rows = lines.map(({ name, address }) => {
    const works = ledger
      .storiesOf(name)
      .map((story) => numbers.get(story))
      .join(', ');
    const cells = CELLS.map((cell) => (ledger.has(name, cell) ? (cell === 'accessible' ? '0' : '✓') : ' '));
    return `| ${name} | \`${address}\` | ${works} | ${cells.join(' | ')} |`;
  });
  const stories = [...numbers].map(([story, n]) => `${n}. ${story}`);
  return [
    '| Screen | Address, or where it lies | Works in | 中文 | English | 390 px | 1280 px | Light | Dark | Keyboard | Violations |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    'Tests in which people use them:',
    '',
    ...stories,
  ].join('\n');
}
