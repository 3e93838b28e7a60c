/**
 * The form of the first answer, while it waits for the page's script (`boot-adapter.ts`): what was typed into
 * it stands in its fields. Elsewhere there is none, and the fields are those of the page itself.
 */
const inputOf = (name: string): HTMLInputElement | null =>
  typeof document === 'undefined' ? null : document.querySelector<HTMLInputElement>(`#root [name=${name}]`);

export const typedInto = (name: string): string => inputOf(name)?.value ?? '';
export const isTicked = (name: string): boolean => inputOf(name)?.checked ?? true;

/** The page's script has the form from now on. True: somebody has sent it already. */
export function takeForm(): boolean {
  const { dataset } = document.documentElement;
  const sent = dataset['first'] === 'sent';
  delete dataset['first'];
  return sent;
}

/** Does a form stand there that the page's script can go on with? */
export const formStands = (): boolean =>
  document.documentElement.dataset['first'] === 'shown' ||
  document.documentElement.dataset['first'] === 'sent';
