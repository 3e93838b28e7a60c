import type { Engine } from './engines.ts';
import { eventually } from './engines.ts';

/** Elements of a role, as far as the page names them by tags or attributes. */
const SELECTORS = {
  button: 'button, [role=button]',
  link: 'a[href]',
  field: 'input, textarea, [role=textbox], [role=searchbox], [contenteditable=true]',
  menuitem: '[role=menuitem], [role=menuitemcheckbox]',
  article: 'article, [role=article]',
  text: 'p, span, div, h1, h2, time',
} as const;
export type EngineRole = keyof typeof SELECTORS;

type Rest = Omit<Sought, 'role' | 'name'>;

interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * An element to find: its role, its name or a part of it, and a text of the list item or dialog around it.
 */
export interface Sought {
  readonly role: EngineRole;
  readonly name: string;
  readonly part?: boolean;
  readonly within?: string;
}

/**
 * Runs in the page: the middle of the last such element when it rests and would receive a press; else null.
 */
async function middleOf(selector: string, { role, name, part, within }: Sought): Promise<Place | null> {
  const nameOf = (element: Element): string => {
    if (role === 'article') return element.textContent;
    const labelledBy = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const texts = [
      element.getAttribute('aria-label'),
      ...labelledBy.map((id) => document.getElementById(id)?.textContent),
      ...[...((element as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent),
      element.textContent,
    ];
    return texts.find((text) => (text ?? '').trim() !== '')?.trim() ?? '';
  };
  const isSought = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    const own = nameOf(element);
    const around = within === undefined || element.closest('li, article, [role=dialog]')?.textContent;
    return (
      box.width > 0 &&
      (part === true ? own.includes(name) : own === name) &&
      (around === true || (around ?? '').includes(within ?? ''))
    );
  };
  const element = [...document.querySelectorAll(selector)].findLast(isSought);
  if (element === undefined) return null;
  element.scrollIntoView({ block: 'nearest' });
  const middle = (): Place => {
    const box = element.getBoundingClientRect();
    return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  };
  const before = middle();
  await new Promise((resolve) => setTimeout(resolve, 60));
  const { x, y } = middle();
  const top = document.elementFromPoint(x, y);
  const isReached = top !== null && (element.contains(top) || top.contains(element));
  return isReached && x === before.x && y === before.y ? { x, y } : null;
}

/** Runs in the page: its address and the beginning of what it shows. */
function shownText(): string {
  return `${location.href}: ${document.body.innerText.replaceAll(/\s+/g, ' ').slice(0, 500)}`;
}

/** Runs in the page: whether keys go into the field of this name. */
function isFocused(label: string): boolean {
  const field = document.activeElement;
  const labels = [...((field as HTMLInputElement | null)?.labels ?? [])].map(
    ({ textContent }) => textContent,
  );
  return [field?.getAttribute('aria-label'), ...labels].some((text) => text?.trim() === label);
}

/** Runs in the page: the text of the field that has the focus. */
function focusedText(): string {
  const field = document.activeElement;
  return (field as HTMLInputElement | null)?.value ?? field?.textContent ?? '';
}

const move = ({ x, y }: Place) => ({ type: 'pointerMove', x, y, duration: 0, origin: 'viewport' });

/** A user at a window of an engine: finds elements by role and name, presses and types as a hand does. */
export function engineDriver(engine: Engine) {
  const find = async (role: EngineRole, name: string, rest: Rest = {}): Promise<Place> =>
    await eventually(
      `${role} "${name}" in ${engine.name}`,
      async () => await engine.run(middleOf, SELECTORS[role], { role, name, ...rest }),
      async () => `shown: ${await engine.run(shownText)}; faults: ${(await engine.faults()).join('; ')}`,
    );
  const pointer = (actions: readonly object[]) =>
    engine.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  const keys = (text: string) =>
    engine.perform([
      {
        type: 'key',
        id: 'keyboard',
        actions: [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      },
    ]);
  const press = async (role: EngineRole, name: string, rest?: Rest): Promise<void> => {
    const place = await find(role, name, rest);
    await pointer([move(place), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
  };
  return {
    engine,
    find,
    press,
    keys,
    hover: async (role: EngineRole, name: string, rest?: Rest): Promise<void> =>
      await pointer([move(await find(role, name, rest))]),
    /** Types once the field has the focus: a page that still grows may move it from under the press. */
    async fill(label: string, text: string): Promise<void> {
      await eventually(`the field "${label}" has the focus in ${engine.name}`, async () => {
        await press('field', label);
        return (await engine.run(isFocused, label)) ? true : null;
      });
      await keys(text);
      const typed = text.replace(ENTER, '');
      if (typed === text)
        await eventually(`the field "${label}" has its text in ${engine.name}`, async () =>
          (await engine.run(focusedText)) === typed ? true : null,
        );
    },
    go: async (route: string): Promise<void> => await engine.run((to) => void (location.hash = to), route),
  };
}

export type EngineDriver = ReturnType<typeof engineDriver>;
/** The Enter key in both protocols. */
export const ENTER = '\uE007';
