/** Leaves this page for one of another service. */
export const goTo = (url: string): void => location.assign(url);

/** What stands in the address was read, and is nobody's to read again; the page stays as it is. */
export const forgetQuery = (): void =>
  history.replaceState(history.state, '', location.hash.split('?', 1)[0] ?? '');
