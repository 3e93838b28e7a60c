/** Leaves this page for one of another service. */
export const goTo = (url: string): void => location.assign(url);

/** The address of a path of this server; an address stays what it is (START-10). */
export const wholeAddress = (path: string): string => new URL(path, location.origin).href;

/** Removes the query after it was read, so that no other code reads it again; the page stays open. */
export const forgetQuery = (): void =>
  history.replaceState(history.state, '', location.hash.split('?', 1)[0] ?? '');
