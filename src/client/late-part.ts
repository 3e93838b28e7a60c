export interface LateParts<T> {
  readonly bring: () => Promise<T>;
  /** Runs once, before anything else is asked of it. */
  readonly arrived?: (part: T) => void;
  /** What can be answered without it, and what there is nothing to do for yet. */
  readonly meanwhile: Partial<T>;
  /** Its code cannot be had: this is answered. */
  readonly failed: () => unknown;
}

/**
 * A part of the client whose code comes with the first call that needs it; such calls wait for it, in order.
 * Code that cannot be had is asked for again by the next one.
 */
export function latePart<T extends object>({
  bring,
  arrived,
  meanwhile,
  failed,
}: LateParts<T>): { readonly part: T; readonly begin: () => Promise<void> } {
  let here: T | null = null;
  let coming: Promise<T> | null = null;
  const brought = async (): Promise<T> => {
    coming ??= bring();
    try {
      const part = await coming;
      if (here === null) {
        here = part;
        arrived?.(part);
      }
      return part;
    } catch (fault) {
      coming = null;
      throw fault;
    }
  };
  const perform = async (name: string | symbol, args: readonly unknown[]): Promise<unknown> => {
    let part: T;
    try {
      part = await brought();
    } catch {
      return failed();
    }
    return ask(part, name, args);
  };
  const part = new Proxy(meanwhile, {
    get:
      (own, name) =>
      (...args: readonly unknown[]) =>
        here === null && !(name in own) ? perform(name, args) : ask(here ?? own, name, args),
    // A proxy answers every name of the interface.
  }) as T;
  return {
    part,
    begin: async () => {
      await brought().catch(failed);
    },
  };
}

/** The names and arguments are those of the interface on both sides; the compiler cannot pair them. */
const ask = (part: object, name: string | symbol, args: readonly unknown[]): unknown =>
  (Reflect.get(part, name) as (...args: readonly unknown[]) => unknown).apply(part, [...args]);
