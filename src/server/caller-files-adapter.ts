import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { CommandError } from './admin/admin.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** `parley-admin` runs in the folder of the service, and passes the folder of its caller (ADMIN-13). */
export const fromCaller = (env: Env, path: string): string => resolve(env['CALLER_FOLDER'] ?? '', path);

/** The words of `backup`, `restore` and `copies`, with their file or folder as a whole path. */
export const withCallerPaths = (env: Env, words: readonly string[]): readonly string[] =>
  words.map((word, at) => {
    const before = words[at - 1] ?? '';
    const isPath = before === '--to' || (at === 1 && (before === 'backup' || before === 'restore'));
    return isPath && word !== '' && env['CALLER_FOLDER'] !== undefined ? fromCaller(env, word) : word;
  });

export async function textOfFile(env: Env, name: string): Promise<string> {
  const path = fromCaller(env, name);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CommandError(faultOf(path, error), { cause: error });
  }
}

function faultOf(path: string, error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  if (code === 'ENOENT') return `The folder ${dirname(path)} contains no file ${basename(path)}`;
  const why = code === 'EACCES' ? 'not permitted' : String(code);
  return `The user ${userInfo().username} cannot read ${path} (${why}): copy the list to /tmp, readable for all`;
}
