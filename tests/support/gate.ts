/** Holds asynchronous work until the test opens the gate. */
export function gate(): { readonly passed: Promise<void>; open(): void } {
  const held = {} as { open: () => void };
  const passed = new Promise<void>((resolve) => (held.open = resolve));
  return { passed, open: () => held.open() };
}
