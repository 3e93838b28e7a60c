/** Remembers the last result while all arguments stay the same objects: for selectors over one state. */
export function memo<A extends readonly unknown[], R>(compute: (...args: A) => R): (...args: A) => R {
  let last: { readonly args: A; readonly result: R } | null = null;
  return (...args) => {
    if (last?.args.every((arg, i) => Object.is(arg, args[i]))) return last.result;
    last = { args, result: compute(...args) };
    return last.result;
  };
}
