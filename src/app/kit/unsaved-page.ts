type Guard = (leave: () => void) => void;

const guards = new Set<Guard>();

/** Registers a page with unsaved text: `guard` asks the user before it calls `leave`. */
export function guardPage(guard: Guard): () => void {
  guards.add(guard);
  return () => void guards.delete(guard);
}

/** True while the open page has text that would go with it. */
export const hasUnsavedText = (): boolean => guards.size > 0;

/** Calls `leave`, on a page with unsaved text only after the user agreed. */
export function leavePage(leave: () => void): void {
  const guard = [...guards].at(-1);
  if (guard === undefined) leave();
  else guard(leave);
}
