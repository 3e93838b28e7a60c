import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { history } from '../support/http-user.ts';
import { composer, messages, say, shown, type arrive } from '../support/person.ts';
import { root } from '../support/house/repository.ts';

export type Arrived = Awaited<ReturnType<typeof arrive>>;

/** The folder for pictures of a rolling restart. */
const pictures = join(root, '.cache/rolling');
export const line = /line \d+ of \w+/;

/** A window whose every word of trouble is written down while it is there. */
export async function watchWords(person: Arrived): Promise<void> {
  await person.page.evaluate(() => {
    const uniqueKeys = new Set<string>();
    Object.assign(window, { seenWords: uniqueKeys });
    const look = () => {
      for (const part of document.querySelectorAll(
        '[role=alert], [role=status], [role=alertdialog], dialog[open]',
      )) {
        const text = part.textContent?.trim() ?? '';
        const place = part.parentElement?.closest('[aria-label]')?.getAttribute('aria-label') ?? 'the page';
        if (text !== '') uniqueKeys.add(`${text} (in ${place}, at ${location.hash})`);
      }
    };
    look();
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
}

/** All that was said by strips, toasts, alerts and dialogs since `watchWords`. */
export const wordsSeen = (person: Arrived): Promise<readonly string[]> =>
  person.page.evaluate(() => [...(window as unknown as { seenWords: Set<string> }).seenWords]);

export async function picture(person: Arrived, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  await person.page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** A user who reads further up, with a draft in the composer. */
export interface Reading {
  readonly of: Arrived;
  /** Faults of the current position and draft. */
  faults(): Promise<readonly string[]>;
}

export async function readFurtherUp(of: Arrived, chat: string, words: string): Promise<Reading> {
  await composer(of, chat).fill(words);
  await messages(of, chat).hover();
  await of.page.mouse.wheel(0, -600);
  const first = async () => {
    const place = await messages(of, chat).boundingBox();
    for (const article of await messages(of, chat).getByRole('article').all()) {
      const box = await article.boundingBox();
      if (box && place && box.y > place.y + 80)
        return { text: line.exec(await article.innerText())?.[0] ?? '', y: box.y };
    }
    return { text: '', y: 0 };
  };
  // Waits until the scrolling has stopped: the same position twice.
  let before = await first();
  for (;;) {
    const now = await first();
    if (now.y === before.y && now.text === before.text) break;
    before = now;
  }
  return {
    of,
    async faults() {
      const now = await first();
      const storedText = await composer(of, chat).inputValue();
      return [
        ...(now.text === before.text && Math.abs(now.y - before.y) < 2
          ? []
          : [`the text moved: "${before.text}" at ${before.y} became "${now.text}" at ${now.y}`]),
        ...(storedText === words ? [] : [`the composer held "${words}" and now "${storedText}"`]),
      ];
    },
  };
}

export async function toNewest(of: Arrived, chat: string): Promise<void> {
  await messages(of, chat).hover();
  await of.page.mouse.wheel(0, 100_000);
}

/** Numbered messages of users, each of which must appear once. */
export class Talk {
  readonly said: string[] = [];
  readonly faults: string[] = [];

  constructor(private readonly windows: readonly (readonly [person: Arrived, chat: string])[]) {}

  async line(by: Arrived): Promise<void> {
    const [, chat = ''] = this.windows.find(([person]) => person === by) ?? [];
    const text = `line ${this.said.length + 1} of ${by.name.split(' ')[0] ?? ''}`;
    this.said.push(text);
    await say(by, chat, text);
    for (const [person, other] of this.windows) {
      const rows = await shown(person, other, line);
      if (new Set(rows).size < rows.length)
        this.faults.push(`${person.name} saw a line twice: ${rows.join(', ')}`);
    }
  }

  /**
   * Reads from the newest message up to the first and returns all texts, once, in the order of the
   * conversation.
   */
  async everything(person: Arrived, chat: string, other: number): Promise<readonly string[]> {
    const right = (await history(person.user, String(other))).flatMap(
      ({ content }) => line.exec(content)?.[0] ?? [],
    );
    const matches: string[] = [];
    for (let still = 0; still < 3;) {
      const rows = await shown(person, chat, line);
      // In order; a focused row stays in the page far from those in view.
      const places = rows.map((row) => right.indexOf(row));
      if (places.some((place, at) => place <= (places[at - 1] ?? -1)))
        return [`${person.name} sees ${rows.join(', ')}`];
      const before = matches.length;
      matches.push(...rows.filter((row) => !matches.includes(row)));
      still = matches.length === before ? still + 1 : 0;
      await messages(person, chat).hover();
      await person.page.mouse.wheel(0, -400);
      await person.page.waitForTimeout(100);
    }
    const lost = this.said.filter((text) => !matches.includes(text));
    const doubled = right.length - new Set(right).size;
    return [
      ...(lost.length > 0 ? [`${person.name} misses ${lost.join(', ')}`] : []),
      ...(doubled > 0 ? [`${doubled} lines are there twice`] : []),
    ];
  }
}
