/** Paths of calls that are served without being a call of the table. */
const CONSOLE = ['/admin/show', '/admin/run', '/admin/prove', '/admin/logo', '/admin/emoji'];

/**
 * Throws at once, and not by a promise, when a test calls a path that no server answers: a test that expects
 * refusals could take the answer for one of them.
 */
export function pathCheck(paths: Iterable<string>): (path: string) => void {
  const entry = [...paths, ...CONSOLE].map(
    (one) => new RegExp(`^${one.replaceAll(/:\w+|\{\w+\}/g, '[^/]+')}$`, 'i'),
  );
  return (path) => {
    const [plain = ''] = path.split('?');
    if (!entry.some((one) => one.test(plain))) throw new Error(`no server answers ${plain}`);
  };
}
