/**
 * Counts which components React has drawn, by the hook that its development tools use; import it before
 * anything that imports React. No part of the app knows about it.
 */
interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly alternate: Fiber | null;
  readonly memoizedProps: unknown;
}

/** React marks executed components with this flag. */
const PERFORMED_WORK = 1;

export interface Drawn {
  readonly name: string;
  readonly props: Readonly<Record<string, unknown>>;
}

let drawn: Drawn[] = [];

const hook = {
  supportsFiber: true,
  renderers: new Map(),
  inject: () => 1,
  onCommitFiberUnmount: () => undefined,
  onCommitFiberRoot: (_id: number, root: { readonly current: Fiber }) =>
    look(root.current, root.current.alternate),
};
Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', hook);

/** Visits only the changed parts of this commit, because an untouched subtree keeps its children. */
function look(now: Fiber, before: Fiber | null): void {
  const name = nameOf(now.type);
  if (name !== null && (before === null || (now.flags & PERFORMED_WORK) !== 0))
    drawn.push({ name, props: now.memoizedProps as Drawn['props'] });
  if (before !== null && before.child === now.child) return;
  for (let child = now.child; child !== null; child = child.sibling) {
    // A child that both trees share was not visited.
    if (before !== null && has(before, child)) continue;
    look(child, child.alternate);
  }
}

function has(parent: Fiber, wanted: Fiber): boolean {
  for (let child = parent.child; child !== null; child = child.sibling) if (child === wanted) return true;
  return false;
}

function nameOf(type: unknown): string | null {
  return typeof type === 'function' ? type.name : null;
}

/** Starts to record draws. */
export function startCounting(): void {
  drawn = [];
}

/** Names of the components drawn since then, with their props. */
export const drawnNow = (...names: readonly string[]): readonly Drawn[] =>
  drawn.filter(({ name }) => names.includes(name));

/** The number of draws since then, of all components. */
export const drawnCount = (): number => drawn.length;
