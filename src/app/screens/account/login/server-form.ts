/**
 * The form of the first answer, while it waits for the page's script (`boot-adapter.ts`): typed text is in
 * its fields. Absent elsewhere, where the page draws the fields itself.
 */
const inputOf = (name: string): HTMLInputElement | null =>
  typeof document === 'undefined' ? null : document.querySelector<HTMLInputElement>(`#root [name=${name}]`);

export const typedInto = (name: string): string => inputOf(name)?.value ?? '';
export const isTicked = (name: string): boolean => inputOf(name)?.checked ?? true;

/** Hands the form over to the page's script. True: the user has already sent it. */
export function takeForm(): boolean {
  const { dataset } = document.documentElement;
  const sent = dataset['first'] === 'sent';
  delete dataset['first'];
  return sent;
}

/** Checks whether the page's script can take over an existing form. */
export const hasServerForm = (): boolean =>
  document.documentElement.dataset['first'] === 'shown' ||
  document.documentElement.dataset['first'] === 'sent';
