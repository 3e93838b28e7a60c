/** The newest one: older browsers do not report that a chooser was closed. */
let chooser: HTMLInputElement | null = null;

/** The device's file chooser. Resolves to an empty list if it is closed without a choice. */
export function pickFiles(accept: string, many: boolean): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const end = (files: readonly File[]): void => {
      input.remove();
      resolve(files);
    };
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.multiple = many;
    input.hidden = true;
    chooser?.remove();
    chooser = input;
    input.addEventListener('change', () => end([...(input.files ?? [])]), { once: true });
    input.addEventListener('cancel', () => end([]), { once: true });
    // Phones forget the choice of an input that is in no document.
    document.body.append(input);
    input.click();
  });
}
